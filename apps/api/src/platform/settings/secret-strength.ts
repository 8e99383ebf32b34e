/** Bytes that a token secret has at least: what HS256 asks of its key (RFC 7518, 3.2). */
export const secretBytes = 32;
/** Bits that it is worth at least, by {@link secretBits}. */
export const secretBitsNeeded = 128;

// Published examples and the first things people type; a secret found here is no secret. Short words need a second one:
// one of 33,000 random keys begins with “dev”.
const knownSecrets =
  /^(secret|changeme|change-me|password|jwt[-_]?secret|default|example|qwert|azert|(test|dev)[-_ ]?(secret|jwt|key|token|ing|elopment))/i;

/**
 * What a secret is worth, in bits: each character counts log2 of how many different ones the secret has, but for those
 * that can be foretold: a repeat or a run (`aaaa`, `abcd`, `9876`: the step from the last character is the step before
 * it) and the end of three characters that stood there already (`secretsecret`). Random text loses next to nothing by it:
 * of 200,000 times 32 random bytes none was worth less than 179 bits as base64, nor than 211 as hexadecimal.
 */
export function secretBits(secret: string): number {
  const characters = Array.from(secret);
  const plain = characters.map((one) => one.toLowerCase());
  const codes = plain.map((one) => one.codePointAt(0) ?? 0);
  const seen = new Set<string>();
  let unpredictable = 0;
  for (let at = 0; at < plain.length; at += 1) {
    const [before = 0, last = 0, code = 0] = codes.slice(Math.max(0, at - 2), at + 1);
    const three = at < 2 ? '' : plain.slice(at - 2, at + 1).join('');
    const isRun = at >= 2 && code - last === last - before;
    if (!isRun && !seen.has(three)) unpredictable += 1;
    if (three !== '') seen.add(three);
  }
  return unpredictable * Math.log2(new Set(characters).size);
}

/** Whether nobody can guess a token secret: long enough, of enough worth, and none of the usual examples. */
export function isStrongSecret(secret: string): boolean {
  return (
    Buffer.byteLength(secret) >= secretBytes &&
    secretBits(secret) >= secretBitsNeeded &&
    !knownSecrets.test(secret)
  );
}
