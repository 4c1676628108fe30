import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { accuracyOf } from "../../build/insights/report/accuracy.ts";
import { toHtml } from "../../build/render/pages/markup.ts";
import type { AuditAnswer, WrittenAudit } from "../../model/audit.ts";
import { calendarDateOf } from "../../model/calendar-date.ts";
import { readAudit, writeAudit } from "./audit-file.ts";
import {
  type AuditDocuments,
  type AuditQuestion,
  auditQuestions,
  figureLines,
  verdictLine,
  withAnswer,
} from "./questions.ts";

export const AUDIT_PATH = "/__dev/audit";

interface AuditPagePorts {
  readonly content: string;
  /** The documents of the served release. */
  readonly documents: () => AuditDocuments | undefined;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly newSeed: () => number;
}

const COUNT = 50;

/** Serves the questions of `npm run audit` as a page: the next question, and a form for its answer. */
export async function serveAuditPage(
  request: IncomingMessage,
  response: ServerResponse,
  { content, documents: published, clock, newSeed }: AuditPagePorts,
): Promise<void> {
  const send = (status: number, main: string): void => {
    response.writeHead(status, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
    response.end(layOut(main));
  };
  const documents = published();
  const kept = await readAudit(content);
  const isPost = request.method === "POST";
  if (!isLocal(request.headers, isPost))
    return send(403, "<p>This page works only under localhost, and with its own forms.</p>");
  if (documents === undefined) return send(503, "<p>No release is published; run npm run build.</p>");
  if (!kept.ok) return send(500, kept.error.map((line) => `<p>${toHtml(line)}</p>`).join(""));
  const audit = kept.value ?? { seed: newSeed(), answers: [] };
  const questions = auditQuestions({ documents, audit, count: COUNT });
  if (!isPost) return send(200, mainOf(questions, audit, documents));
  const form = new URLSearchParams(await text(request));
  const question = questions.find(
    ({ verdict }) => verdict.review === form.get("review") && verdict.subject === form.get("subject"),
  );
  const answer = form.get("answer") ?? "";
  if (question !== undefined && isAnswer(answer))
    writeAudit(content, withAnswer(audit, question, answer, calendarDateOf(clock())));
  response.writeHead(303, { location: AUDIT_PATH }).end();
}

/** Rejects forms of other sites, and host names of others that resolve to this machine (DNS rebinding). */
function isLocal({ host = "", origin }: IncomingMessage["headers"], isPost: boolean): boolean {
  return /^(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(host) && (!isPost || origin === `http://${host}`);
}

const BUTTONS: Readonly<Record<AuditAnswer["answer"], string>> = {
  positive: "Praise",
  negative: "Complaint",
  mixed: "Both",
  neutral: "Neither",
  unclear: "Unclear",
};

const isAnswer = (value: string): value is AuditAnswer["answer"] => Object.hasOwn(BUTTONS, value);

function mainOf(questions: readonly AuditQuestion[], audit: WrittenAudit, documents: AuditDocuments): string {
  const last = audit.answers.at(-1);
  const before =
    last === undefined
      ? ""
      : `<p>You answered: ${BUTTONS[last.answer]}. ${toHtml(verdictLine(last, documents))}</p>`;
  const [next] = questions;
  if (next !== undefined) return before + formOf(next, questions.length);
  const figures = figureLines(accuracyOf(audit, documents.reviews, documents.insights)).map(
    (line) => `<li>${toHtml(line)}</li>`,
  );
  return `${before}<p>All ${COUNT} are answered.</p><ul>${figures.join("")}</ul>`;
}

function formOf({ verdict, review, label }: AuditQuestion, left: number): string {
  const hidden = Object.entries({ review: verdict.review, subject: verdict.subject }).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${toHtml(value)}">`,
  );
  const buttons = Object.entries(BUTTONS).map(
    ([answer, words]) => `<button name="answer" value="${answer}">${words}</button>`,
  );
  return `<p>${left} to go. ${review.rating} of 5 stars, ${review.date}.</p>
<blockquote>${toHtml(review.text)}</blockquote>
<form method="post"><p>What does it say about <strong>${toHtml(label)}</strong>?</p>
${hidden.join("")}${buttons.join(" ")}</form>`;
}

const layOut = (main: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Audit</title>
<style>body{font:1rem/1.5 system-ui;max-width:42rem;margin:2rem auto;padding:0 1rem}blockquote{white-space:pre-wrap}button{font:inherit;padding:.4rem .8rem}</style>
<h1>Audit</h1>
${main}
</html>
`;
