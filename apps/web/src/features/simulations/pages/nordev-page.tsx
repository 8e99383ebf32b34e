import { NordevSimulator } from '../components/nordev-simulator.tsx';
import { PublicFrame } from '../components/public-frame.tsx';

/** NORDEV simulator: for beneficiaries, and at its public address for everyone. */
export default function NordevPage() {
  return <PublicFrame scheme="nordev">{(mode) => <NordevSimulator mode={mode} />}</PublicFrame>;
}
