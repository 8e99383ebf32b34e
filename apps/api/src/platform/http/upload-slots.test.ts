import { describe, expect, it } from 'vitest';

import { uploadSlots } from './upload-slots.ts';

const refused = (code: string) => expect.objectContaining({ code }) as Error;

describe('active uploads', () => {
  it('are counted per person, and per address without a session', () => {
    const slots = uploadSlots({ perProcess: 100, perPerson: 2, perAddress: 3 });
    const leave = slots.take('amina', 'desk');
    slots.take('amina', 'desk');
    expect(() => slots.take('amina', 'home')).toThrow(refused('TOO_MANY_REQUESTS'));
    slots.take('nord', 'desk');
    for (let i = 0; i < 3; i += 1) slots.take(null, 'desk');
    expect(() => slots.take(null, 'desk')).toThrow(refused('TOO_MANY_REQUESTS'));
    slots.take(null, 'home');
    leave();
    slots.take('amina', 'home');
  });

  it('are counted per process, whose limit returns UNAVAILABLE', () => {
    const slots = uploadSlots({ perProcess: 2, perPerson: 2, perAddress: 2 });
    const leave = slots.take('amina', 'desk');
    slots.take('nord', 'desk');
    expect(() => slots.take(null, 'desk')).toThrow(refused('UNAVAILABLE'));
    leave();
    leave();
    slots.take(null, 'desk');
    expect(() => slots.take('amina', 'desk')).toThrow(refused('UNAVAILABLE'));
  });
});
