import { GeneralSimulator } from '../components/general-simulator.tsx';
import { PublicFrame } from '../components/public-frame.tsx';

/** General premium simulator: for beneficiaries, and at its public address for everyone. */
export default function GeneralPage() {
  return <PublicFrame scheme="general">{(mode) => <GeneralSimulator mode={mode} />}</PublicFrame>;
}
