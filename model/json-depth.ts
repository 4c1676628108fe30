/** True if arrays and objects in a JSON text are nested deeper than the limit. Does not detect invalid JSON. */
export function isNestedDeeper(json: string, levels: number): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length; at += 1) {
    const letter = json.charCodeAt(at);
    if (inText) {
      if (letter === 0x5c) at += 1;
      else if (letter === 0x22) inText = false;
    } else if (letter === 0x22) inText = true;
    else if (letter === 0x7b || letter === 0x5b) {
      depth += 1;
      if (depth > levels) return true;
    } else if (letter === 0x7d || letter === 0x5d) depth -= 1;
  }
  return false;
}
