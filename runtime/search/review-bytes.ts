/**
 * Where the parts of each review stand in the bytes of reviews.json. The build writes the keys in one order and
 * JSON escapes every quote inside a string, so these marks occur nowhere else: no review needs to be parsed.
 */
const REVIEW = Buffer.from('{"id":"');
const RATING = Buffer.from(',"rating":');
const TEXT = Buffer.from(',"text":');
const SOURCE = Buffer.from(',"source":"');
const MENTIONS = Buffer.from(',"mentions":{"technicians":[');
const SERVICES = Buffer.from('],"services":[');
const AREAS = Buffer.from('],"service_areas":[');

const QUOTE = 0x22;
const ZERO = 0x30;
const ID_LETTERS = 26;

/** HostLimiter of one review; the object is used again for the next. */
export interface ReviewBytes {
  row: number;
  /** The review as it stands in the array, from brace to brace. */
  start: number;
  end: number;
  rating: number;
  /** The text between its quotes, still escaped; nothing without a text. */
  textStart: number;
  textEnd: number;
  /** The lists of ids between their brackets. */
  techniciansStart: number;
  techniciansEnd: number;
  servicesStart: number;
  servicesEnd: number;
}

/** Calls `each` for every review of the array that starts at `from`, in its order. */
export function scanReviews(document: Buffer, from: number, each: (review: ReviewBytes) => void): void {
  const review: ReviewBytes = {
    row: 0,
    start: 0,
    end: 0,
    rating: 0,
    textStart: 0,
    textEnd: 0,
    techniciansStart: 0,
    techniciansEnd: 0,
    servicesStart: 0,
    servicesEnd: 0,
  };
  const arrayEnd = document.lastIndexOf("]}");
  let start = document.indexOf(REVIEW, from);
  for (let row = 0; start !== -1; row += 1) {
    review.row = row;
    review.start = start;
    start = locate(document, review, arrayEnd);
    each(review);
  }
}

export function idAt(document: Buffer, start: number): string {
  return document.toString("latin1", start + REVIEW.length, start + REVIEW.length + ID_LETTERS);
}

/** Fills in the places of the review at `start`; answers where the next one starts, or -1. */
function locate(document: Buffer, review: ReviewBytes, arrayEnd: number): number {
  const rated = document.indexOf(RATING, review.start) + RATING.length;
  const text = document.indexOf(TEXT, rated) + TEXT.length;
  const hasText = document[text] === QUOTE;
  const source = document.indexOf(SOURCE, text);
  const technicians = document.indexOf(MENTIONS, source) + MENTIONS.length;
  const services = document.indexOf(SERVICES, technicians);
  const areas = document.indexOf(AREAS, services);
  const next = document.indexOf(REVIEW, areas);
  review.rating = (document[rated] ?? ZERO) - ZERO;
  review.textStart = hasText ? text + 1 : text;
  review.textEnd = hasText ? source - 1 : text;
  review.techniciansStart = technicians;
  review.techniciansEnd = services;
  review.servicesStart = services + SERVICES.length;
  review.servicesEnd = areas;
  review.end = next === -1 ? arrayEnd : next - 1;
  return next;
}
