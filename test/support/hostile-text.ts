import fc from "fast-check";

/** Markup in it names the element, attribute or function `evil`, so that a page in which it takes effect shows. */
const FRAGMENTS = [
  "<x-evil onevil=evil()>",
  "<script>evil()</script>",
  "</script><script>evil()</script>",
  "<!--",
  "--><x-evil>",
  "]]><x-evil/>",
  "<![CDATA[<x-evil/>]]>",
  "<?xml version='1.0'?>",
  "<!DOCTYPE x-evil [<!ENTITY evil SYSTEM 'file:///etc/passwd'>]>&evil;",
  '"onevil="evil()',
  "' onevil='evil()",
  "` onevil=`evil()",
  "[evil](javascript:evil())",
  "![evil](javascript:evil())",
  "<javascript:evil()>",
  "**bold** _it_ `code` # head",
  "</title></textarea></style><x-evil>",
  "<svg/onload=evil()>",
  "<%= evil %> <% evil %> {{evil}} ${evil}",
  "&lt;x-evil&gt; &#x3c;x-evil&#62; &amp &nbsp",
  '\\u003cx-evil\\u003e \\" \\',
  '"}],"evil":[{"',
  "\u0000\u0001\u0008\u000b\u001b[31m\u007f\u0085\u009f",
  "\u200b\u200d\u2060\ufeff\u00ad",
  "\u202a\u202e\u2066\u2069",
  "\ud800 \udc00 \ud83d",
  "\ufffe\uffff\u{1fffe}\u{10ffff}\u{fdd0}",
  "\u{e0041}\u{e007f}",
  "\u2028\u2029\r\n\t\v\f",
  "e\u0301 \u212b ﷺ İı ß",
  "👩‍👩‍👧 👍🏽 你好 مرحبا",
  "../../etc/passwd",
  "%0d%0aSet-Cookie: evil=1",
  "; } location / { evil }",
  "a".repeat(180),
];

/** Texts that are accepted: whatever is in them, a visible word is first. */
export const hostileText = fc
  .tuple(
    fc.constantFrom("Kim", "Great work.", "Bad service, late.", "x"),
    fc.array(fc.oneof(fc.constantFrom(...FRAGMENTS), fc.string({ unit: "binary", maxLength: 8 })), {
      maxLength: 3,
    }),
  )
  .map(([word, fragments]) => [word, ...fragments].join(" "));
