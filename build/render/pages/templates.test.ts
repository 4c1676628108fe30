import { expect, test } from "vitest";
import { TemplateError, Templates } from "./templates.ts";

const open = (source: string, baseUrl = "https://example.org") =>
  Templates.open({ "page.eta": source }, baseUrl);

test("a value that is missing is named with the line of its tag", () => {
  const opened = open("<p>\n<% for (const one of it.list) { %>\n<%= one.name.length %>\n<% } %>\n</p>");
  const templates = opened.ok ? opened.value : undefined;
  expect(templates?.fill("page.eta", { list: [{ name: "a" }] }).toString()).toBe("<p>\n1</p>");
  const fill = (): unknown => templates?.fill("page.eta", { list: [{}] });
  expect(fill).toThrow(TemplateError);
  expect(fill).toThrow("templates/page.eta: line 3: Cannot read properties of undefined (reading 'length')");
});

test.each([
  ["<p>\n\n<%= it.name) %></p>", "line 3: Unexpected token ')'"],
  ["<p>\n<% if (it.name { %>\n</p>\n<% } %>", "line 2: Unexpected token '{'"],
  ["<p>\n<%= it.name </p>", "unclosed tag at line 2 col 1"],
  [
    '<p>\n<a href="/policy/">',
    'line 2: /policy/ leaves out the path of base_url; write <%= it.href("/policy/") %>',
  ],
])("a template that cannot be read is refused with its line: %j", (source, problem) => {
  const opened = open(source, "https://example.org/reviews");
  expect(opened.ok ? undefined : opened.error).toBe(`templates/page.eta: ${problem}`);
});
