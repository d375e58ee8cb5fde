import { stateText } from '#lib/state-text';

const tones: Record<string, string> = {
  success: 'green',
  failed: 'red',
  canceled: 'red',
  running: 'blue',
  pending: 'amber',
  created: 'amber',
  manual: 'purple',
  skipped: 'purple',
};

/** The status of a pipeline or external check. */
export function StatusBadge({ status }: { status: string }) {
  return <span className={`badge badge-${tones[status] ?? 'blue'}`}>{stateText(status)}</span>;
}
