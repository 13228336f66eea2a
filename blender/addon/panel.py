"""The panel in the 3D view's sidebar."""

import textwrap

import bpy

from . import operators

ICONS = {"error": "CANCEL", "warning": "ERROR", "info": "INFO"}


def _lines(layout, text, icon="NONE"):
    for number, line in enumerate(textwrap.wrap(text, 46)):
        layout.label(text=line, icon=icon if number == 0 else "BLANK1")


class MANNEQUIN_UL_sliders(bpy.types.UIList):
    def draw_item(self, context, layout, data, item, icon, active_data, active_property):
        row = layout.row()
        row.label(text=item.name)
        row.prop(item, "percent", text="", slider=True)


class MANNEQUIN_UL_findings(bpy.types.UIList):
    def draw_item(self, context, layout, data, item, icon, active_data, active_property):
        layout.label(text=item.text, icon=ICONS.get(item.severity, "INFO"))


class MANNEQUIN_PT_main(bpy.types.Panel):
    bl_label = "Mannequin"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "Mannequin"

    def draw(self, context):
        layout, settings = self.layout, context.scene.mannequin
        layout.prop(settings, "importer")
        layout.prop(settings, "joint_positions")
        layout.operator("mannequin.check", icon="CHECKMARK")
        if settings.verdict:
            _lines(layout, settings.verdict)
            layout.template_list("MANNEQUIN_UL_findings", "", settings, "findings", settings, "finding", rows=4)
            if 0 <= settings.finding < len(settings.findings):
                finding = settings.findings[settings.finding]
                _lines(layout, f"{finding.text} [{finding.code}]", ICONS.get(finding.severity, "INFO"))
                _lines(layout, finding.remedy, "FORWARD")
        layout.separator()
        if operators.previewing():
            layout.operator("mannequin.end_preview", icon="X")
            layout.operator("mannequin.reset", icon="LOOP_BACK")
            layout.template_list("MANNEQUIN_UL_sliders", "", settings, "sliders", settings, "slider", rows=10)
        else:
            layout.operator("mannequin.preview", icon="HIDE_OFF")
        layout.separator()
        layout.prop(settings, "file", text="")
        layout.operator("mannequin.send", icon="EXPORT")
        layout.operator("mannequin.weights_from_file", icon="IMPORT")
        layout.operator("mannequin.weights_from_body", icon="MOD_DATA_TRANSFER")
        layout.operator("mannequin.add_body", icon="ARMATURE_DATA")
        if settings.told:
            _lines(layout, settings.told)


CLASSES = (MANNEQUIN_UL_sliders, MANNEQUIN_UL_findings, MANNEQUIN_PT_main)


def register():
    for cls in CLASSES:
        bpy.utils.register_class(cls)


def unregister():
    for cls in reversed(CLASSES):
        bpy.utils.unregister_class(cls)
