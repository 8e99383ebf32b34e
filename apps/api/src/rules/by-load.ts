interface Receiver {
  readonly id: string;
  readonly openSteps: number;
}

/**
 * Gives each item to the receiver with the fewest open steps at that moment; the first of several. An item without a
 * possible receiver is left out.
 * @param canReceive which receivers are possible for an item
 */
export function spreadByLoad<I, R extends Receiver>(
  items: readonly I[],
  receivers: readonly R[],
  canReceive: (item: I, receiver: R) => boolean = () => true,
): Map<I, string> {
  const loads = receivers.map((receiver) => ({ receiver, count: receiver.openSteps }));
  const given = new Map<I, string>();
  for (const item of items) {
    const [first, ...others] = loads.filter(({ receiver }) => canReceive(item, receiver));
    if (first === undefined) continue;
    const least = others.reduce((a, b) => (b.count < a.count ? b : a), first);
    least.count += 1;
    given.set(item, least.receiver.id);
  }
  return given;
}
