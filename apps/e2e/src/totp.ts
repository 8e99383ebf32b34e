import { createHmac } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** TOTP code of RFC 6238, computed with Node's crypto. @param steps number of 30-second steps ahead */
export function codeOf(key: string, steps = 0): string {
  const bits = Array.from(key, (sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeUInt32BE(Math.floor(Date.now() / 30_000) + steps, 4);
  const secret = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const at = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
