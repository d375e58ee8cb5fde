import { exactTime, relativeTime } from '#lib/format';

/** A relative time with the exact one on hover. */
export function RelativeTime({ time }: { time: string | null | undefined }) {
  if (!time) return null;
  return (
    <time dateTime={time} title={exactTime(time)} className="nowrap">
      {relativeTime(time)}
    </time>
  );
}
