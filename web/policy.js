// Shows that nothing leaves the page: its Content-Security-Policy, and the number of requests.
"use strict";

class PolicyNote {
  constructor() {
    this.refused = 0;
    addEventListener("securitypolicyviolation", () => { ++this.refused; this.update(); });
    $("policytext").textContent = document.querySelector("meta[http-equiv=Content-Security-Policy]").content.replaceAll(/'sha256-[^']*'\s*/g, "").trim();
    this.update();
    setInterval(() => this.update(), 3000);
  }

  // Requests as counted by the browser, except those for data of the page itself.
  requests() { return performance.getEntriesByType("resource").filter((entry) => !/^(blob|data):/.test(entry.name)).length; }

  update() {
    const number = this.requests();
    $("policy").textContent = `${number === 0 ? "✓ Nothing leaves this page" : "▲ The page has made requests"}: ${plural(number, "request")}${this.refused ? `, ${this.refused} refused` : ""}`;
  }
}
