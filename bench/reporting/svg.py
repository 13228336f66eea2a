"""Line plots on logarithmic axes as SVG, without dependencies."""

import math
from dataclasses import dataclass
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 920, 560
LEFT, RIGHT, TOP, BOTTOM = 84, 236, 98, 64
FONT = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"
INK, FAINT, GRID, GRID_MINOR = "#222222", "#666666", "#d4d4d4", "#eeeeee"
# Okabe and Ito's colours, distinct for colour-blind readers; marks differ as well, for print in grey.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8c6d31")
LABEL_HEIGHT = 17


@dataclass
class Series:
    label: str
    points: list  # (x, y), both above 0
    style: int = 0  # which colour and mark
    dashed: bool = False


@dataclass
class Limit:
    """An upper limit."""
    label: str
    y: float


def number(value):
    """1500 as 1.5k."""
    for scale, suffix in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= scale * 0.9995:
            return f"{value / scale:.3g}{suffix}"
    return f"{value:.3g}"


def _steps(low, high, factors):
    found = []
    for exponent in range(math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 2):
        found += [factor * 10.0 ** exponent for factor in factors]
    return [value for value in found if low * 0.9999 <= value <= high * 1.0001]


class Axis:
    """A logarithmic scale from data to pixels, with its ticks."""

    def __init__(self, values, begin, end, round_out):
        low, high = min(values), max(values)
        if round_out:
            steps = _steps(low / 20, high * 20, (1, 2, 5))
            low = max(step for step in steps if step <= low * 0.97)
            high = min(step for step in steps if step >= high * 1.03)
        elif low == high:
            low, high = low / 2, high * 2
        else:
            margin = (high / low) ** 0.04
            low, high = low / margin, high * margin
        self.low, self.high, self.begin, self.end = low, high, begin, end
        decades = math.log10(high / low)
        self.minor = _steps(low, high, range(1, 10))
        self.labelled = _steps(low, high, (1, 2, 5) if decades < 2.7 else (1, 3) if decades < 3.4 else (1,))

    def __call__(self, value):
        share = math.log(value / self.low) / math.log(self.high / self.low)
        return self.begin + share * (self.end - self.begin)


def _mark(kind, x, y, colour):
    kind %= 4
    if kind == 0:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>'
    if kind == 1:
        return f'<rect x="{x - 3.6:.1f}" y="{y - 3.6:.1f}" width="7.2" height="7.2" fill="{colour}"/>'
    corners = ((0, -5.4), (5.4, 0), (0, 5.4), (-5.4, 0)) if kind == 2 else ((0, -5), (4.8, 3.8), (-4.8, 3.8))
    path = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners)
    return f'<polygon points="{path}" fill="{colour}"/>'


def _text(x, y, text, size=13, colour=INK, anchor="start", weight="normal"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}" text-anchor="{anchor}" '
            f'font-weight="{weight}">{escape(text)}</text>')


def spread(wanted, low, high):
    """Positions at least a label apart within [low, high], each near the requested one, in the same order."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    places = [wanted[i] for i in order]
    for _ in range(200):
        moved = False
        for a in range(len(places) - 1):
            lack = LABEL_HEIGHT - (places[a + 1] - places[a])
            if lack > 0.1:
                places[a] -= lack / 2
                places[a + 1] += lack / 2
                moved = True
        if places and places[0] < low:
            places[0] = low
        if places and places[-1] > high:
            places[-1] = high
        if not moved:
            break
    result = [0.0] * len(wanted)
    for place, i in zip(places, order):
        result[i] = place
    return result


def _grid(x, y, x_label, y_label):
    parts = []
    for axis, lines in ((y, y.minor), (x, x.minor)):
        for value in lines:
            at, colour = axis(value), GRID if value in axis.labelled else GRID_MINOR
            ends = (LEFT, at, WIDTH - RIGHT, at) if axis is y else (at, TOP, at, HEIGHT - BOTTOM)
            parts.append('<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" stroke="{}"/>'.format(*ends, colour))
    parts += [_text(LEFT - 9, y(value) + 4.5, number(value), anchor="end") for value in y.labelled]
    parts += [_text(x(value), HEIGHT - BOTTOM + 20, number(value), anchor="middle") for value in x.labelled]
    parts.append(_text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 18, x_label, 14, anchor="middle"))
    parts.append(_text(14, TOP - 16, y_label, 14))
    parts.append(f'<path d="M{LEFT},{TOP} V{HEIGHT - BOTTOM} H{WIDTH - RIGHT}" fill="none" stroke="{FAINT}"/>')
    return parts


def _line(series, x, y):
    colour = COLOURS[series.style % len(COLOURS)]
    points = sorted(series.points)
    path = " ".join(f"{x(px):.1f},{y(py):.1f}" for px, py in points)
    dash = ' stroke-dasharray="7 4"' if series.dashed else ""
    parts = [f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2.2"{dash}/>']
    return parts + [_mark(series.style, x(px), y(py), colour) for px, py in points]


def _height(points, at):
    """The height of a line, as sorted pixels, at some x; None outside it."""
    for (ax, ay), (bx, by) in zip(points, points[1:]):
        if ax <= at <= bx:
            return ay + (by - ay) * ((at - ax) / (bx - ax) if bx > ax else 0.0)
    return points[0][1] if len(points) == 1 and points[0][0] == at else None


def _room_for(label, at, lines, taken):
    """Whether a name fits to the right of the point `at` without touching a line or another name."""
    left, right = at[0] + 8, at[0] + 12 + 8 * len(label)
    if right > WIDTH - RIGHT:
        return False
    for step in range(9):
        across = left + (right - left) * step / 8
        if any(y is not None and abs(y - at[1]) < 11 for y in (_height(line, across) for line in lines)):
            return False
    if any(left < px < right and abs(py - at[1]) < 14 for line in lines for px, py in line):
        return False
    return all(abs(y - at[1]) >= LABEL_HEIGHT or other_right < left or right < other_left
               for other_left, other_right, y in taken)


def _labels(series, limits, x, y):
    """Names: next to lines that end early if there is room, else in the margin, moved apart and connected to them."""
    lines = [sorted((x(px), y(py)) for px, py in one.points) for one in series]
    drawn = lines + [[(LEFT, y(limit.y)), (WIDTH - RIGHT, y(limit.y))] for limit in limits]
    parts, ends, taken = [], [], []
    for one, line in zip(series, lines):
        early = line[-1][0] < WIDTH - RIGHT - 60
        if early and _room_for(one.label, line[-1], drawn, taken):
            taken.append((line[-1][0] + 8, line[-1][0] + 12 + 8 * len(one.label), line[-1][1]))
            parts.append(_text(line[-1][0] + 9, line[-1][1] + 4.5, one.label))
        else:
            ends.append((*line[-1], one.label, COLOURS[one.style % len(COLOURS)]))
    ends += [(WIDTH - RIGHT, y(limit.y), limit.label, FAINT) for limit in limits]
    edge = WIDTH - RIGHT + 18
    places = spread([end[1] for end in ends], TOP, HEIGHT - BOTTOM)
    for (from_x, from_y, label, colour), place in zip(ends, places):
        path = f"M{from_x + 6:.1f},{from_y:.1f} L{WIDTH - RIGHT + 2},{from_y:.1f} L{edge - 3},{place:.1f}"
        dots = ' stroke-dasharray="1 3"' if from_x < WIDTH - RIGHT - 60 else ""
        parts.append(f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="1" stroke-opacity="0.6"{dots}/>')
        parts.append(_text(edge, place + 4.5, label, colour=FAINT if colour == FAINT else INK))
    return parts


def plot(title, subtitle, x_label, y_label, series, limits=()):
    """The SVG as text. Needs at least one point."""
    xs = [px for one in series for px, _ in one.points]
    ys = [py for one in series for _, py in one.points] + [limit.y for limit in limits]
    x = Axis(xs, LEFT, WIDTH - RIGHT, round_out=False)
    y = Axis(ys, HEIGHT - BOTTOM, TOP, round_out=True)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
             f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="{FONT}" role="img">',
             f"<title>{escape(title)}</title>",
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
             _text(14, 26, title, 18, weight="bold"), _text(14, 46, subtitle, 12.5, FAINT)]
    parts += _grid(x, y, x_label, y_label)
    for limit in limits:
        parts.append(f'<line x1="{LEFT}" y1="{y(limit.y):.1f}" x2="{WIDTH - RIGHT}" y2="{y(limit.y):.1f}" '
                     f'stroke="{FAINT}" stroke-width="1.5" stroke-dasharray="2 4"/>')
    for one in series:
        parts += _line(one, x, y)
    parts += _labels(series, limits, x, y)
    return "\n".join(parts + ["</svg>", ""])
