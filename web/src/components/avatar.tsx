/** The picture of a user, project or group; its first letter if there is none. */
interface AvatarProps {
  name: string;
  url?: string | null;
  size?: 20 | 24 | 32 | 48 | 96;
  /** Projects and groups are square. */
  isSquare?: boolean;
}

const TONES = 5;

/** Shows the picture. The name is beside it, so it is hidden from screen readers. */
export function Avatar({ name, url, size = 24, isSquare = false }: AvatarProps) {
  const shape = `avatar avatar-${size}${isSquare ? ' avatar-square' : ''}`;
  if (url)
    return (
      <span className={shape} aria-hidden="true">
        <img src={url} alt="" loading="lazy" referrerPolicy="no-referrer" />
      </span>
    );
  const tone = [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % TONES;
  return (
    <span className={`${shape} tone-${tone}`} aria-hidden="true">
      {name.trim().slice(0, 1).toUpperCase()}
    </span>
  );
}
