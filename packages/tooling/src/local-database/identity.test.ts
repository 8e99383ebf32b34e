import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { canReach, identityForServer } from './identity.ts';

const STRANGER = { uid: 54_321, gid: 54_321 };

describe('identityForServer', () => {
  const passwd = 'root:x:0:0::/root:/bin/sh\nnobody:x:65534:65533::/:/x\n';

  it('does not change a user other than root', () => {
    expect(identityForServer(1000, () => passwd)).toBeUndefined();
  });
  it('prefers the user postgres', () => {
    const accounts = (): string => `${passwd}postgres:x:101:104::/var/lib/postgresql:/bin/sh\n`;
    expect(identityForServer(0, accounts)).toEqual({ uid: 101, gid: 104 });
  });
  it('falls back to the unprivileged user when the user postgres does not exist', () => {
    expect(identityForServer(0, () => passwd)).toEqual({ uid: 65_534, gid: 65_533 });
  });
});

describe('canReach', () => {
  let folder: string;

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(fs.realpathSync('/tmp'), 'wasl-reach-'));
    fs.chmodSync(folder, 0o755);
    fs.mkdirSync(path.join(folder, 'home/project'), { recursive: true });
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  it('is true below folders that every user can enter', () => {
    expect(canReach(path.join(folder, 'home/project/data'), STRANGER)).toBe(true);
  });
  it('is false below a home directory that is closed to others', () => {
    fs.chmodSync(path.join(folder, 'home'), 0o700);
    expect(canReach(path.join(folder, 'home/project/data'), STRANGER)).toBe(false);
  });
  it('is true below this home directory for the owner', () => {
    fs.chmodSync(path.join(folder, 'home'), 0o700);
    const { uid, gid } = os.userInfo();
    expect(canReach(path.join(folder, 'home/project/data'), { uid, gid })).toBe(true);
  });
  it('requires the right to enter, not to list', () => {
    fs.chmodSync(path.join(folder, 'home'), 0o711);
    expect(canReach(path.join(folder, 'home/project/data'), STRANGER)).toBe(true);
    fs.chmodSync(path.join(folder, 'home'), 0o744);
    expect(canReach(path.join(folder, 'home/project/data'), STRANGER)).toBe(false);
  });
});
