#include "tools/body/charts.h"

namespace mannequin::body {

Chart chart_of(Piece piece, bool right) {
  const double half = right ? 0.0 : 0.5;
  switch (piece) {
    case Piece::head:
      return {{0.76, 0.62}, {0.23, 0.37}};
    case Piece::trunk:
      return {{0.01, 0.01}, {0.36, 0.98}};
    case Piece::arm:
      return {{0.38, 0.01 + half}, {0.13, 0.48}};
    case Piece::leg:
      return {{0.52, 0.01 + half}, {0.22, 0.48}};
    case Piece::hand_top:
      return {{right ? 0.88 : 0.76, 0.42}, {0.11, 0.19}};
    case Piece::hand_palm:
      return {{right ? 0.88 : 0.76, 0.22}, {0.11, 0.19}};
    case Piece::foot:
      return {{right ? 0.88 : 0.76, 0.01}, {0.11, 0.20}};
  }
  return {{0, 0}, {1, 1}};
}

}  // namespace mannequin::body
