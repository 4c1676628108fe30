import { describe, expect, test } from "vitest";
import {
  basePathOf,
  hrefOf,
  atOrigin,
  originOf,
  parseBaseUrl,
  parseOrigin,
  publishedPathOf,
  urlOf,
} from "./base-url.ts";

const ORIGINS = [
  "https://reviews.example.org",
  "http://localhost:3000",
  "http://sidecar_1:3000",
  "https://münchen.example",
  "https://[2001:db8::1]:8443",
];

test.for(ORIGINS)("%s is an origin, and a base URL", (url) => {
  expect(parseOrigin(url)).toBe(url);
  expect(parseBaseUrl(url)).toBe(url);
  expect(parseOrigin(`${url}/`)).toBe(url);
});

test.for(["https://example.org/reviews", "https://example.org/a/b.c/d_e~f-g"])(
  "%s is a base URL, and no origin",
  (url) => {
    expect(parseBaseUrl(url)).toBe(url);
    expect(parseBaseUrl(`${url}/`)).toBe(url);
    expect(parseOrigin(url)).toBeUndefined();
  },
);

test.for([
  "https://a;b.example",
  "https://a'b.example",
  "https://a{b}.example",
  "https://a,b.example",
  "https://user:secret@a.example",
  String.raw`https://a\b`,
  "https://[::zz]",
  "https://a.example:99999",
  "ftp://a.example",
  "a.example",
  "",
  "https://a.example//",
  "https://a.example/a//b",
  "https://a.example/a/../b",
  "https://a.example/./b",
  "https://a.example/..",
  "https://a.example/a b",
  "https://a.example/a;b",
  "https://a.example/a%20b",
  "https://a.example/ä",
  "https://a.example/a?b",
  "https://a.example/a#b",
])("%s is neither: it could end a value of a server's configuration, or is no address", (url) => {
  expect(parseBaseUrl(url)).toBeUndefined();
  expect(parseOrigin(url)).toBeUndefined();
});

describe.for([
  ["https://example.org", "", "https://example.org"],
  ["https://example.org:8443/shop/reviews", "/shop/reviews", "https://example.org:8443"],
])("below %s", ([baseUrl = "", path = "", origin = ""]) => {
  test("a published path has a URL and a link", () => {
    expect(basePathOf(baseUrl)).toBe(path);
    expect(originOf(baseUrl)).toBe(origin);
    expect(urlOf(baseUrl, "/reviews/#top")).toBe(`${baseUrl}/reviews/#top`);
    expect(hrefOf(baseUrl, "/reviews/")).toBe(`${path}/reviews/`);
    expect(atOrigin(baseUrl, undefined)).toBe(baseUrl);
    expect(atOrigin(baseUrl, "http://localhost:3000")).toBe(`http://localhost:3000${path}`);
  });

  test("a link names the published path again", () => {
    for (const target of ["/", "/reviews/", "/shop/reviews/", "/api/reviews/search?query=/shop"])
      expect(publishedPathOf(path, hrefOf(baseUrl, target))).toBe(target);
  });
});

test("paths outside name nothing", () => {
  for (const target of ["/", "/reviews", "/reviewsx/", "/Reviews/", "//reviews/", "*"])
    expect(publishedPathOf("/reviews", target)).toBeUndefined();
});
