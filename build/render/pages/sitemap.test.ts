import { spawnSync } from "node:child_process";
import { validateXML } from "xmllint-wasm";
import { expect, test } from "vitest";
import type { CalendarDate } from "../../../model/calendar-date.ts";
import { type SitemapEntry, sitemapFiles } from "./sitemap.ts";

const MAX_URLS = 50_000;
const MAX_BYTES = 50 * 1024 * 1024;
/** The longest possible host name. */
const BASE_URL = `https://${"a.".repeat(126)}b`;

/** The parts of sitemaps.org's schemas that the sitemap uses. */
const SCHEMA = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
  targetNamespace="http://www.sitemaps.org/schemas/sitemap/0.9" elementFormDefault="qualified">
  <xs:complexType name="place"><xs:sequence>
    <xs:element name="loc"><xs:simpleType><xs:restriction base="xs:anyURI">
      <xs:minLength value="12"/><xs:maxLength value="2048"/></xs:restriction></xs:simpleType></xs:element>
    <xs:element name="lastmod" type="xs:date" minOccurs="0"/>
  </xs:sequence></xs:complexType>
  <xs:element name="urlset"><xs:complexType><xs:sequence>
    <xs:element name="url" type="place" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
  <xs:element name="sitemapindex"><xs:complexType><xs:sequence>
    <xs:element name="sitemap" type="place" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
</xs:schema>`;

const entries = (count: number): SitemapEntry[] =>
  Array.from({ length: count }, (_, index) => ({
    path: `/reviews/${String(index).padStart(26, "0")}/`,
    ...(index % 3 === 0 ? {} : { lastmod: "2026-11-20" as CalendarDate }),
  }));

const filesOf = (all: readonly SitemapEntry[]): Map<string, string> =>
  new Map([...sitemapFiles(BASE_URL, all)].map(({ path, body }) => [path, Buffer.from(body).toString()]));

const urlsIn = (xml = ""): string[] =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => url.slice(BASE_URL.length));

test("one file lists up to the limit of URLs", () => {
  const files = filesOf(entries(MAX_URLS));
  expect([...files.keys()]).toEqual(["/sitemap.xml"]);
  expect(urlsIn(files.get("/sitemap.xml"))).toHaveLength(MAX_URLS);
});

test("one URL more makes an index of files that list every page exactly once", () => {
  for (const count of [MAX_URLS + 1, 2 * MAX_URLS, 120_001]) {
    const all = entries(count);
    const { "/sitemap.xml": index, ...parts } = Object.fromEntries(filesOf(all));
    expect(index).toContain("<sitemapindex ");
    expect(urlsIn(index)).toEqual(Object.keys(parts));
    expect(Object.keys(parts)).toHaveLength(Math.ceil(count / MAX_URLS));
    const listed = Object.values(parts).map(urlsIn);
    expect(listed.flat()).toEqual(all.map(({ path }) => path));
    for (const [path, xml] of Object.entries(parts)) {
      expect(urlsIn(xml).length, path).toBeLessThanOrEqual(MAX_URLS);
      expect(Buffer.byteLength(xml), path).toBeLessThan(MAX_BYTES);
    }
  }
});

test("every file is valid against the schema of sitemaps.org", async () => {
  const files = [...filesOf(entries(3)), ...filesOf(entries(MAX_URLS + 3))];
  for (const [fileName, contents] of files) {
    const { errors } = await validateXML({
      xml: { fileName: fileName.slice(1), contents },
      schema: SCHEMA,
      maxMemoryPages: 4096,
    });
    expect(errors, fileName).toEqual([]);
  }
});

test("the installed xmllint parses every file", ({ skip }) => {
  skip(spawnSync("xmllint", ["--version"]).status !== 0, "xmllint is not installed");
  for (const [path, xml] of filesOf(entries(MAX_URLS + 1))) {
    const read = spawnSync("xmllint", ["--noout", "--huge", "-"], { input: xml, encoding: "utf8" });
    expect(read, path).toMatchObject({ status: 0, stderr: "" });
  }
});
