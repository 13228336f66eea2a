// What goes on in the window, apart from how it is drawn: the scene, the camera, and what a person can do
// with them.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/appearance/shape_transition.h"
#include "tools/document/camera.h"
#include "tools/document/file_watch.h"
#include "tools/document/settings.h"
#include "tools/document/timeline.h"
#include "tools/preview/render/document_names.h"
#include "tools/preview/session/controls.h"
#include "tools/preview/session/history.h"
#include "tools/preview/session/picking.h"
#include "tools/preview/session/preferences.h"
#include "tools/preview/session/recording.h"
#include "tools/preview/session/scene.h"
#include "tools/preview/session/slider_effects.h"
#include "tools/preview/session/views.h"
#include "tools/preview/session/worn_findings.h"

namespace mannequin::preview {

struct ViewSettings : Preferences {
  bool rings = false;  // to turn the selected joint by
};

// Messages for the person, newest last.
struct Message {
  enum class Kind { done, warning, error } kind;
  std::string text;
  std::string signed_text() const;
};

// A vertex and the joint that it follows most are selected together.
struct Selection {
  JointIndex joint = kNoJoint;    // the one selected last
  std::vector<JointIndex> added;  // those before it
  Uuid mesh;                      // of the vertex
  std::optional<std::size_t> vertex;

  bool empty() const { return joint == kNoJoint && !vertex; }
  bool has(JointIndex which) const {
    return which != kNoJoint && (joint == which || std::ranges::find(added, which) != added.end());
  }
};

class Session {
 public:
  static Result<std::unique_ptr<Session>> create(const Character& character, AvatarInputs inputs);

  Scene& scene() { return *scene_; }
  const Scene& scene() const { return *scene_; }
  const Character& character() const { return scene_->character(); }
  ViewSettings& view() { return view_; }
  const ViewSettings& view() const { return view_; }
  const SliderEffects& effects() const { return effects_; }
  Timeline& timeline() { return timeline_; }
  Views& views() { return views_; }
  const Views& views() const { return views_; }
  Comparison& comparison() { return comparison_; }
  const Comparison& comparison() const { return comparison_; }
  Timings& timings() { return timings_; }

  // --- files
  Status open(const std::filesystem::path& path, bool joint_positions);  // its message is told, too
  // As one step with one summary.
  void open_all(std::span<const std::filesystem::path> paths, bool joint_positions = false);
  // Meshes of more bytes are read on another thread while the window goes on, and worn by a later update().
  // From the start none are.
  void read_in_background_above(std::uintmax_t bytes) { background_above_ = bytes; }
  struct BeingRead {
    std::filesystem::path path;
    const WornFile* row = nullptr;  // that it will change; null: it is new
    double seconds = 0.0;           // so far
  };
  std::vector<BeingRead> being_read() const;
  // A jacket that moves the shoulders, as a file of its own, over the body that stands in. Told.
  Status try_sample_jacket();
  // The body ("mannequin") or a garment of io::builtin_garments(), made for the avatar's sex and changed with
  // it. Stands in: the clothes until any mesh is opened, the body until a body is.
  Status wear_builtin(std::string_view name);
  // The same as steps of undo, told: the body, or the avatar's own where that was hidden, and its outfit.
  void wear_builtin_body();
  void wear_builtin_clothes();
  void offer_outfit(std::vector<std::string> names) { outfit_ = std::move(names); }
  bool wears_builtin_body() const;
  bool wears_builtin_clothes() const;
  bool wears_body() const;  // a visible one that stands in, or a file that looks like one
  bool wears_nothing() const;
  // As three worn files: body, hair and skirt. Stands in, like what is built in, until a mesh is opened. Made
  // again for a second avatar.
  Status wear_system_avatar(const MakeSystemAvatar& make, bool hair, bool skirt);
  // Reads what was saved anew since the last look, in place: camera, sliders, pose and time stay. True if
  // anything was told.
  bool look_at_files(FileWatch::Clock::time_point now);
  void reload_files();
  void watch_files(bool on);
  // Grows whenever a worn file turned out to be broken, gone or sound again.
  std::uint64_t files_revision() const { return files_revision_; }

  // --- the shape as a file
  std::string shape_name() const { return scene_->choice().shape.filename().string(); }
  // Of the shape's file, to be seen beside the present one; none without a file.
  std::optional<double> saved_weight(const ParameterDesc& parameter) const;
  bool shape_edited() const;  // differs from its file, or without one from the default shape
  // By its ending: .json, .xml (archetype), .txt (wearable). From then on the shape is that file's. Told.
  Status save_shape(const std::filesystem::path& path);
  void revert_shape();

  // --- between sessions: preferences, recent files, and the shape while it is not saved
  // Where nothing can be kept, nothing is asked that would have to be.
  void use_settings(Settings settings);
  const Settings& settings() const { return settings_; }
  Preferences& preferences() { return view_; }
  const Preferences& preferences() const { return view_; }
  void keep_preferences();  // if they are others than those kept
  bool offers_kept_shape() const { return !kept_shape_.empty(); }
  void take_kept_shape();
  void drop_kept_shape();
  void keep_shape_now();  // before the end
  void end_without_shape() { settings_.drop_shape(), unkept_seconds_.reset(); }

  // --- changes to the avatar; each is one step of undo
  void begin_slider(const ParameterDesc& parameter);  // a drag; move_slider until the next begin is one step
  void move_slider(const ParameterDesc& parameter, double percent);
  void cancel_slider(const ParameterDesc& parameter);  // the drag: back to where it began, and no step
  void set_slider(const ParameterDesc& parameter, double percent);
  void reset_slider(const ParameterDesc& parameter);
  void reset_section(const SectionDesc& section);
  void reset_all();
  // Something that is tried before it is chosen: shown at once, one step of undo if it is kept, none
  // otherwise.
  void begin_trial() { trial_ = scene_->choice(); }
  void try_sliders(SliderValues sliders);
  void end_trial(bool keep, const std::string& step);
  // As JSON, for the clipboard.
  std::string copied_shape() const;
  Status paste_shape(std::string_view text);  // its message is told, too
  void rest();                                // nothing applied
  void set_sex(Sex sex);
  void set_pose(const std::string& name, Pose pose);
  void show_worn(std::size_t index, bool visible);
  void use_joint_positions(std::size_t index, bool on);
  void lock_scale(std::size_t index, bool on);
  void begin_look() { drag_recorded_ = false; }  // a drag; set_look until the next begin is one step
  void set_look(std::size_t index, const Vec3f& tint, float opacity);
  // Another level of detail of a mesh asset. How it is looked at, and so no step of undo. Why it cannot is
  // told, too; then the present one stays.
  Status show_level(std::size_t index, io::Lod level);
  void move_worn(std::size_t from, std::size_t to);
  void take_off(std::size_t index);
  // The new file is worn in the place and in the way of the old one; what is no mesh is opened. Its message
  // is told, too.
  Status replace_worn(std::size_t index, const std::filesystem::path& path);
  // By hand: from begin to end one step, named by joint and angle.
  void begin_turn(JointIndex joint);
  void turn(const Vec3& axis, double degrees);  // from how it was, about an axis (unit) of its own frame
  void end_turn();
  void cancel_turn();
  JointIndex joint_to_turn() const;  // the bone selected last, or the one that what was selected hangs on
  bool is_posed(JointIndex joint) const;  // by rotation or position
  void reset_joint(JointIndex joint);
  void mirror_pose();
  Status save_pose(const std::filesystem::path& path);  // as JSON; told
  void undo();
  void redo();
  void jump_in_history(std::size_t done);  // so many steps of history() are done then
  void forget_history() { history_.clear(); }
  const History& history() const { return history_; }

  // --- what skins
  // Opens a backend other than OpenGL by its name: reference, cpu, vulkan.
  using OpenSkinner = std::function<Result<std::shared_ptr<Skinner>>(const std::string& backend)>;
  void offer_backends(OpenSkinner open) { open_skinner_ = std::move(open); }
  // By one of these or by "gl". Why it cannot is told, too; then all stays as it was.
  Status skin_by(const std::string& backend);
  // By OpenGL; where the processor is what OpenGL computes on, by the processor without that detour.
  Status skin_by_the_quickest();
  bool opengl_is_the_processor() const { return opengl_is_the_processor_; }

  // --- what is wrong, and what is selected
  const WornFindings& findings() const { return findings_; }
  const Selection& selection() const { return selection_; }
  void select_joint(JointIndex joint);
  void select_nothing() { selection_ = {}; }
  // Selects; added to what is selected, or taken out of it again.
  void pick(const Selection& picked, bool add);
  void select_all_joints();
  // What is drawn of the worn meshes along a ray, nearest first; nothing while the meshes are not drawn.
  std::vector<SurfaceHit> surface_along(const Ray& ray);
  void fly_to_joint(JointIndex joint);
  void show_weights_of(JointIndex joint);  // selects it
  void go_to(const WorstPlace& place);     // selects it and flies there
  // The avatar that the present one is compared with.
  void keep_as_a();
  void swap_a_and_b();                                   // a step of undo
  std::optional<Vec3> selected_vertex_in_world() const;  // none while it is hidden
  // Whether there is something in the view to go to, and going there: vertex, joint or mesh, whichever is
  // known.
  std::string selected_vertex_text() const;  // which one it is, and its weights
  bool can_show(const FileFinding& found) const;
  void show(const FileFinding& found);

  // A slider that somebody looks for; who lists the sliders takes it.
  void look_for_slider(int parameter) { wanted_slider_ = parameter; }
  std::optional<int> wanted_slider() const { return wanted_slider_; }
  void slider_found() { wanted_slider_.reset(); }

  // --- camera
  Camera& camera() { return camera_; }
  void look(std::string_view view, bool at_once = false);
  void fit();
  void fit_all_round();  // so that nothing leaves the picture on a way around the avatar; at once
  void fit_selected();   // without a selection as fit()
  void focus(const Vec3& point);
  void turn_view(double yaw_by, double pitch_by);  // radians, in a flight
  // The surface along a ray from the eye, or the point as far away as what the camera looks at.
  Vec3 point_along(const Ray& ray);
  void look_at_section(const std::string& section);
  bool flying() const { return flight_.active(); }
  void stop_flight() { flight_.stop(); }
  void set_aspect(double aspect);  // of the view: width by height

  // --- pictures in a row; the caller takes them, and nothing else changes the avatar meanwhile
  void start_recording(RecordingPlan plan);
  std::optional<Recording>& recording() { return recording_; }
  // The scene, the camera and the colours as the next picture has them.
  Status show_next_picture();
  // Finished, stopped by the person, or by an error: told in any case. What was taken stays.
  void end_recording(const Status& status);

  // Brings everything up to date; seconds since the last time. False: nothing more will change by itself.
  Result<bool> update(double seconds);

  void tell(Message::Kind kind, std::string text) { messages_.push_back({kind, std::move(text)}); }
  const std::vector<Message>& messages() const { return messages_; }

 private:
  Session() = default;
  std::vector<Vec3> outline_in_world() const;
  void fly(const Camera& to, bool at_once = false);
  Status open_mesh(const std::filesystem::path& path, bool joint_positions);
  Status append_builtin(std::string_view name);
  // Refused files get a row of their own.
  Status wear_or_keep_row(Result<io::BoundMeshFile> read, const std::filesystem::path& path,
                          bool joint_positions);
  void keep_refused(std::shared_ptr<const io::BoundMeshFile> file, const std::filesystem::path& path,
                    bool joint_positions, const Error& error);
  Status wear_file(const std::shared_ptr<const io::BoundMeshFile>& file, const std::filesystem::path& path,
                   bool joint_positions);
  void begin_wearing(WornFile& worn);
  Status wear_in_place_of(const std::shared_ptr<WornFile>& old, Result<io::BoundMeshFile> file,
                          const std::filesystem::path& path);
  // Wears what has been read by now, and tells how long the rest has taken.
  void look_at_readings();
  Status open_shape(const std::filesystem::path& path, std::span<const std::byte> bytes);
  void change_gradually(const AvatarChoice& from);
  void step_transition(double seconds);
  Status open_pose(const std::string& name, std::span<const std::byte> bytes);
  Status open_clip(const std::string& name, std::span<const std::byte> bytes);
  void keep_shape(double seconds);
  void approach(const Vec3& point);
  const WornMesh* mesh_of(const FileFinding& found) const;
  const WornMesh* selected_mesh() const;  // of the vertex; none while it is hidden
  bool pose_is_of_file() const;
  std::vector<std::filesystem::path> read_files() const;
  // Of several changes at once each worn file is read once.
  void reload(const std::filesystem::path& path, std::set<const WornFile*>& reloaded);
  void reload_worn(std::size_t index);
  void finish_reload(std::size_t index, Result<io::BoundMeshFile> read,
                     std::filesystem::file_time_type saved);
  void reload_shape(const std::filesystem::path& path);
  void reload_pose(const std::filesystem::path& path);
  void tell_gone(const std::filesystem::path& path);
  void tell_gl_refusal();
  void follow_history();
  void follow_timeline(double seconds);
  // Scene, comparison and colours, each by the one before; true if the avatar changed.
  Result<bool> show_scene();
  Status show_picture(int index);
  Status share_range();

  // A joint that is being turned.
  struct Turn {
    JointIndex joint = kNoJoint;
    Quat from{1.0, 0.0, 0.0, 0.0};
    AvatarChoice before;
    double degrees = 0.0;
  };

  std::unique_ptr<Scene> scene_;
  ViewSettings view_;
  History history_;
  SliderEffects effects_;
  WornFindings findings_;
  Selection selection_;
  Surface surface_;
  Timeline timeline_;
  Comparison comparison_;
  Views views_;
  std::optional<Turn> turn_;
  Timings timings_;
  OpenSkinner open_skinner_;
  bool told_gl_refusal_ = false;
  bool opengl_is_the_processor_ = false;
  Camera camera_;
  CameraFlight flight_;
  double aspect_ = 1.0;
  std::optional<Camera> framing_;  // where the camera was last sent to have all of the avatar in the view
  std::optional<ShapeTransition> transition_;
  double transition_seconds_ = 0.0;
  std::optional<AvatarChoice> trial_;  // what was before
  std::optional<int> wanted_slider_;
  bool drag_recorded_ = false;
  double drag_began_ = 0.0;
  FileWatch watch_;
  std::filesystem::path pose_path_;
  std::map<std::filesystem::path, SliderValues> saved_shapes_;  // as they lie there
  std::uint64_t files_revision_ = 0;
  Settings settings_;
  std::vector<std::string> outfit_ = {"top", "trousers", "boots"};
  std::string kept_shape_;
  SliderValues kept_sliders_;
  Preferences kept_preferences_;
  std::optional<double> unkept_seconds_;  // since the sliders moved, if they were not kept since
  std::optional<Recording> recording_;
  bool range_was_locked_ = false;  // before it
  std::vector<Message> messages_;
  void change_builtin_sex();
  std::string clear_stand_in(bool body_too);  // " in place of top.glb"; empty if nothing went
  void wear_differently(std::size_t index, std::string step, const Wearing& how);
  void choose_worn(AvatarChoice choice);
  void restore(AvatarChoice choice);

  // A large mesh that is being read.
  struct Reading {
    std::filesystem::path path;
    bool joint_positions = false;
    std::shared_ptr<WornFile> again;     // the worn file that it is already; null: it is new
    std::shared_ptr<WornFile> replaces;  // the one whose place it takes; null: none
    std::filesystem::file_time_type saved;
    std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
    std::future<Result<io::BoundMeshFile>> file;
    int told_seconds = 0;
  };
  bool is_large(const std::filesystem::path& path) const;
  void begin_reading(Reading reading);
  void finish_reading(Reading reading);
  std::vector<Reading> readings_;
  std::uintmax_t background_above_ = std::numeric_limits<std::uintmax_t>::max();
};

}  // namespace mannequin::preview
