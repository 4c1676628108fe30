import { spawnSync } from "node:child_process";
import { validateXML } from "xmllint-wasm";
import { expect, test } from "vitest";
import type { CalendarDate } from "../../../model/calendar-date.ts";
import { type Address, sitemapFiles } from "./sitemap.ts";

const MAX_ADDRESSES = 50_000;
const MAX_BYTES = 50 * 1024 * 1024;
/** As long as the name of a host may be. */
const BASE_URL = `https://${"a.".repeat(126)}b`;

/** The parts of sitemaps.org's schemas that we write. */
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

const addresses = (count: number): Address[] =>
  Array.from({ length: count }, (_, index) => ({
    path: `/reviews/${String(index).padStart(26, "0")}/`,
    ...(index % 3 === 0 ? {} : { lastmod: "2026-11-20" as CalendarDate }),
  }));

const filesOf = (all: readonly Address[]): Map<string, string> =>
  new Map([...sitemapFiles(BASE_URL, all)].map(({ path, body }) => [path, Buffer.from(body).toString()]));

const placesIn = (xml = ""): string[] =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => url.slice(BASE_URL.length));

test("as many addresses as one file may list are in one file", () => {
  const files = filesOf(addresses(MAX_ADDRESSES));
  expect([...files.keys()]).toEqual(["/sitemap.xml"]);
  expect(placesIn(files.get("/sitemap.xml"))).toHaveLength(MAX_ADDRESSES);
});

test("one more makes a list of files, which name every page exactly once", () => {
  for (const count of [MAX_ADDRESSES + 1, 2 * MAX_ADDRESSES, 120_001]) {
    const all = addresses(count);
    const { "/sitemap.xml": index, ...parts } = Object.fromEntries(filesOf(all));
    expect(index).toContain("<sitemapindex ");
    expect(placesIn(index)).toEqual(Object.keys(parts));
    expect(Object.keys(parts)).toHaveLength(Math.ceil(count / MAX_ADDRESSES));
    const listed = Object.values(parts).map(placesIn);
    expect(listed.flat()).toEqual(all.map(({ path }) => path));
    for (const [path, xml] of Object.entries(parts)) {
      expect(placesIn(xml).length, path).toBeLessThanOrEqual(MAX_ADDRESSES);
      expect(Buffer.byteLength(xml), path).toBeLessThan(MAX_BYTES);
    }
  }
});

test("every file follows the schema of sitemaps.org", async () => {
  const files = [...filesOf(addresses(3)), ...filesOf(addresses(MAX_ADDRESSES + 3))];
  for (const [fileName, contents] of files) {
    const { errors } = await validateXML({
      xml: { fileName: fileName.slice(1), contents },
      schema: SCHEMA,
      maxMemoryPages: 4096,
    });
    expect(errors, fileName).toEqual([]);
  }
});

test("the system's xmllint reads every file, where there is one", ({ skip }) => {
  skip(spawnSync("xmllint", ["--version"]).status !== 0, "xmllint is not installed");
  for (const [path, xml] of filesOf(addresses(MAX_ADDRESSES + 1))) {
    const read = spawnSync("xmllint", ["--noout", "--huge", "-"], { input: xml, encoding: "utf8" });
    expect(read, path).toMatchObject({ status: 0, stderr: "" });
  }
});
