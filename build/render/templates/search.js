// Searches the reviews through the sidecar. Without a sidecar, the form opens the list of all reviews.
"use strict";

const form = document.querySelector("[data-search]");
const found = document.querySelector("[data-found]");
/** By source: its name, and the words for each method. */
const SOURCES = JSON.parse(form?.dataset.sources ?? "{}");
const PAGE = 10;
const EXCERPT = 480;

/** Creates an element with text. Text of customers never becomes markup. */
function element(name, className, ...content) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...content);
  return made;
}

/** Cuts a long text to the passage around the match. */
function around(text, query) {
  if (text.length <= EXCERPT) return text;
  const at = Math.max(0, text.toLowerCase().indexOf(query.toLowerCase()));
  const first = Math.max(0, Math.min(at - EXCERPT / 3, text.length - EXCERPT));
  const start = first === 0 ? 0 : text.indexOf(" ", first) + 1;
  const end = text.lastIndexOf(" ", start + EXCERPT);
  const cut = text.slice(start, end > start ? end : undefined);
  return `${start > 0 ? "… " : ""}${cut}${start + cut.length < text.length ? " …" : ""}`;
}

function card(review, query) {
  const link = element("a", "", review.author);
  link.href = new URL(review.url).pathname;
  const stars = element("span", "stars", "★".repeat(review.rating) + "☆".repeat(5 - review.rating));
  stars.setAttribute("aria-hidden", "true");
  const source = SOURCES[review.source];
  const rated = element("span", "hidden", `${review.rating} of 5 stars, `);
  const meta = element(
    "p",
    "meta",
    stars,
    rated,
    ` ${review.date} · ${source?.name ?? review.source}`,
    element("span", "how", source?.methods[review.verification.method] ?? ""),
  );
  const text = element("p", "text", around(review.text ?? "", query));
  text.dir = "auto";
  const parts = [element("h3", "", link), meta, text];
  if (review.incentive) parts.push(element("p", "rewarded", `Rewarded: ${review.incentive.note}`));
  return element("article", "card", ...parts);
}

/** Number of the newest request: answers to earlier ones are dropped. */
let newestRequest = 0;

async function search(query, cursor, cards) {
  const request = (newestRequest += 1);
  const parameters = new URLSearchParams({ query, limit: String(PAGE) });
  if (cursor) parameters.set("cursor", cursor);
  try {
    const answer = await fetch(`${form.dataset.search}?${parameters}`, {
      headers: { Accept: "application/json" },
    });
    if (!answer.ok) throw new Error(String(answer.status));
    const result = await answer.json();
    if (request === newestRequest) show(query, result, cards);
  } catch {
    if (request === newestRequest) found.replaceChildren(unavailable());
  }
}

function unavailable() {
  const link = element("a", "", "the list of reviews");
  link.href = form.action;
  return element("p", "quiet", "Search is not available right now. Here is ", link, ".");
}

function show(query, { matched, reviews, next_cursor: cursor }, cards) {
  const list = cards ?? element("div", "cards");
  list.append(...reviews.map((review) => card(review, query)));
  if (!cards) {
    const heading = element("h2", "", `${matched} ${matched === 1 ? "review" : "reviews"} with “${query}”`);
    heading.tabIndex = -1;
    found.replaceChildren(heading, list);
  }
  found.querySelector("button")?.remove();
  if (!cursor) return;
  const more = element("button", "more-found", "Show more");
  more.type = "button";
  more.addEventListener("click", () => void search(query, cursor, list));
  found.append(more);
}

function begin(query) {
  if (query !== "") return search(query);
  newestRequest += 1;
  found.replaceChildren();
}

if (form && found) {
  const input = form.elements.namedItem("query");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const query = input.value.trim();
    const address = new URL(location.href);
    if (query === "") address.searchParams.delete("query");
    else address.searchParams.set("query", query);
    history.replaceState(null, "", address);
    void begin(query);
  });
  const linked = new URLSearchParams(location.search).get("query")?.trim().slice(0, 200);
  if (linked) {
    input.value = linked;
    void begin(linked);
  }
}
