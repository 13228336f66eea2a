// What the uploader would say about a file.
"use strict";

const SIGNS = { error: ["✕", "Error"], warning: ["▲", "Warning"], info: ["ℹ", "Note"] };

const plural = (number, word, many = `${word}s`) => `${number.toLocaleString("en").replaceAll(",", "\u2009")} ${number === 1 ? word : many}`;
// Starts with a capital, unless a name begins it, and ends with a full stop.
const sentence = (text) => !text ? "" : (/^[a-z]+[ ,]/.test(text) ? text[0].toUpperCase() : text[0]) + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");

function verdict(worn) {
  const errors = worn.report.findings.filter((finding) => finding.severity === "error").length;
  const warnings = worn.report.findings.filter((finding) => finding.severity === "warning").length;
  const words = [errors && plural(errors, "error"), warnings && plural(warnings, "warning")].filter(Boolean).join(", ");
  // Nothing has a tick that something is said of.
  const [worst] = worn.report.findings, sign = worst ? SIGNS[worst.severity][0] : "✓";
  const text = worn.report.accepted ? `${sign} The uploader would accept this${words ? `: ${words}` : ""}.` : `✕ The uploader would refuse this: ${words || "see below"}.`;
  return element("p", text, worn.report.accepted ? (worst ? "accepted noted" : "accepted") : "rejected");
}

// Findings that say the same of several places, together: [[finding, ...], ...], worst first.
function groups(findings) {
  const all = new Map();
  for (const finding of findings) {
    const same = JSON.stringify([finding.severity, finding.code, finding.message, finding.remedy]);
    if (all.has(same)) all.get(same).push(finding);
    else all.set(same, [finding]);
  }
  return [...all.values()];
}

const whereOf = (finding) => [finding.mesh && `mesh '${finding.mesh}'`, finding.vertex >= 0 && `vertex ${finding.vertex}`, finding.joint].filter(Boolean).join(", ");

// The list, worst first. show(finding): selects the place and moves the camera there.
function findingsList(worn, show, placeOf) {
  const list = element("ul", "", "findings");
  for (const group of groups(worn.report.findings)) {
    const [finding] = group, [sign, word] = SIGNS[finding.severity], item = element("li", "", finding.severity);
    const where = group.length === 1 ? whereOf(finding) : "", head = element("p", "", "problem");
    head.append(element("strong", `${sign} ${word}`), ` ${where ? where + ": " : group.length > 1 ? `${group.length} times: ` : ""}${sentence(finding.message)}`);
    item.append(head);
    if (finding.remedy) item.append(element("p", `→ ${sentence(WINDOW_WORDS[finding.remedy] ?? finding.remedy)}`, "remedy"));
    const buttons = element("p", "", "buttons");
    for (const each of group) {
      const its = whereOf(each);
      if (placeOf(each)) {
        const button = element("button", group.length === 1 ? "Show" : `Show ${its}`);
        button.type = "button";
        button.setAttribute("aria-label", `Show ${its || each.code}`);
        button.addEventListener("click", () => show(each));
        buttons.append(button);
      } else if (group.length > 1 && its) buttons.append(element("span", its));
    }
    buttons.append(element("span", finding.code, "code"));
    item.append(buttons);
    list.append(item);
  }
  return list;
}
