"use strict";
(() => {
  const find = (id) => document.getElementById(id);
  const { key, title, tick, ticksHeader } = document.body.dataset;
  const place = `deckbuilder:${key}`;
  const form = find("filters");
  const rows = [...document.querySelectorAll("li")].map((item) => ({
    item,
    box: item.querySelector("input"),
    words: fold(item.dataset.words),
  }));
  const boxes = new Map(rows.map(({ box }) => [box.name, box]));

  /** Lower case without accents, so that é is found by e. */
  function fold(text) {
    return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  }

  // Ticks: only what differs from the file is kept, so that a list made anew still counts.

  function kept() {
    try {
      return JSON.parse(localStorage.getItem(place)) || {};
    } catch {
      return {};
    }
  }

  function keep() {
    const changed = rows.filter(({ box }) => box.checked !== box.defaultChecked);
    const ticks = Object.fromEntries(changed.map(({ box }) => [box.name, box.checked]));
    try {
      localStorage.setItem(place, JSON.stringify(ticks));
    } catch {
      tell("This browser keeps no ticks: download them before you leave.");
    }
    update();
  }

  function restore() {
    const ticks = kept();
    for (const { box } of rows) box.checked = ticks[box.name] ?? box.defaultChecked;
    update();
  }

  // Filters and totals.

  function isShown({ item, box, words }, wanted) {
    const { search, show, ...lanes } = wanted;
    return (
      fold(search).split(/\s+/).every((word) => words.includes(word)) &&
      (show === "all" || box.checked === (show === "owned")) &&
      Object.entries(lanes).every(([name, value]) => !value || item.dataset[name] === value)
    );
  }

  function update() {
    const wanted = Object.fromEntries(new FormData(form));
    for (const row of rows) row.item.hidden = !isShown(row, wanted);
    for (const section of document.querySelectorAll("section")) {
      section.hidden = !section.querySelector("li:not([hidden])");
      const all = section.querySelectorAll("li").length;
      section.querySelector(".count").textContent = `${section.querySelectorAll(":checked").length}/${all}`;
    }
    const owned = rows.filter(({ box }) => box.checked).length;
    const shown = rows.filter(({ item }) => !item.hidden).length;
    find("totals").textContent =
      `${owned} of ${rows.length} owned · ${rows.length - owned} missing · ${shown} shown`;
    find("progress").value = owned;
    find("none").hidden = shown > 0;
  }

  // Ticks as CSV.

  function tell(text) {
    find("told").textContent = text;
  }

  function ticksCsv() {
    const lines = rows.map(({ item, box }) => `${item.dataset.csv},${box.checked ? tick : ""}`);
    return [ticksHeader, ...lines, ""].join("\n");
  }

  function download() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([ticksCsv()], { type: "text/csv" }));
    link.download = `${title}-ticks.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    tell(`Downloaded as ${link.download}.`);
  }

  async function copy() {
    try {
      await navigator.clipboard.writeText(ticksCsv());
      tell("Copied.");
    } catch {
      tell("This browser copies nothing from a file: use Download ticks.");
    }
  }

  /** Reads CSV into records; quotes may hold commas, line ends and doubled quotes. */
  function records(text) {
    const lines = [[]];
    for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
      lines.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
      if (end !== ",") lines.push([]);
    }
    const [header, ...cells] = lines.filter((line) => line.some((cell) => cell));
    return cells.map((line) => Object.fromEntries((header || []).map((name, at) => [name.trim(), line[at] ?? ""])));
  }

  function take(text) {
    const read = records(text.replace(/^\uFEFF/, ""));
    if (!read.length || !("card_id" in read[0] && "owned" in read[0])) {
      return "This file has no columns card_id and owned: nothing is changed.";
    }
    const known = read.filter(({ card_id }) => boxes.has(card_id));
    for (const { card_id, owned } of known) {
      boxes.get(card_id).checked = /^(x|1|y|yes|true)$/i.test(owned.trim());
    }
    keep();
    const strange = read.filter(({ card_id }) => !boxes.has(card_id)).map(({ card_id }) => card_id || "(empty)");
    const rest = strange.length ? ` Not in this deck: ${strange.join(", ")}.` : "";
    return `Read ${known.length} cards.${rest}`;
  }

  async function load({ target }) {
    const [file] = target.files;
    if (file) tell(take(await file.text()));
    target.value = "";
  }

  for (const part of form.elements) part.addEventListener("input", update);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(update));
  find("list").addEventListener("change", keep);
  find("download").addEventListener("click", download);
  find("copy").addEventListener("click", copy);
  find("load").addEventListener("change", load);
  addEventListener("storage", restore); // another tab has ticked
  const roomy = matchMedia("(min-width: 64rem)").matches;
  for (const grid of document.querySelectorAll(".grid")) grid.open = roomy;
  restore();
})();
