/** A picture before and after a change: side by side, swiped or blended. */
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useState } from 'react';
import type { DiffEntry } from '#api/types';
import { pictureTypeOf } from '../html';
import { Loading } from '../states';
import styles from './diff.module.css';

/** The two versions of a file. */
export type PictureSide = 'old' | 'new';

/** Loads the picture of a side. */
export type LoadPicture = (file: DiffEntry, side: PictureSide) => Promise<Blob>;

interface PictureDiffProps {
  file: DiffEntry;
  /** A key that the pictures have alone, such as the commits. */
  version: string;
  load: LoadPicture;
}

const modes = [
  ['side', t`Side by side`],
  ['swipe', t`Swipe`],
  ['blend', t`Blend`],
] as const;

/** Whether a file is a picture that browsers show. */
export function isPicture({ new_path: path }: Pick<DiffEntry, 'new_path'>): boolean {
  return pictureTypeOf(path) !== undefined;
}

/** Shows the pictures. */
export function PictureDiff({ file, version, load }: PictureDiffProps) {
  const [mode, setMode] = useState<(typeof modes)[number][0]>('side');
  const [share, setShare] = useState(50);
  const id = useId();
  const before = usePicture(file, { version, side: 'old', load, isEnabled: !file.new_file });
  const after = usePicture(file, { version, side: 'new', load, isEnabled: !file.deleted_file });
  if (before.isPending || after.isPending) return <Loading lines={6} />;
  const isPair = before.url !== undefined && after.url !== undefined;
  const shown = isPair ? mode : 'side';
  return (
    <>
      {isPair && (
        <div className={styles.pictureModes}>
          <div className="button-group" role="group" aria-label={t`Comparison of the pictures`}>
            {modes.map(([value, text]) => (
              <button
                key={value}
                type="button"
                className="button button-small"
                aria-pressed={mode === value}
                onClick={() => setMode(value)}
              >
                {text}
              </button>
            ))}
          </div>
          {shown !== 'side' && (
            <label className="row small" htmlFor={id}>
              {shown === 'swipe' ? t`Position` : t`Share of the new picture`}
              <input
                id={id}
                type="range"
                min={0}
                max={100}
                value={share}
                onChange={(event) => setShare(Number(event.target.value))}
              />
            </label>
          )}
        </div>
      )}
      <div className={styles.pictures}>
        {shown === 'side' ? (
          <>
            {before.url !== undefined && <Figure url={before.url} caption={t`Before`} />}
            {after.url !== undefined && <Figure url={after.url} caption={t`After`} />}
          </>
        ) : (
          <div className={styles.layers}>
            <img src={before.url} alt={t`Before`} />
            <img
              src={after.url}
              alt={t`After`}
              style={shown === 'swipe' ? { clipPath: `inset(0 0 0 ${share}%)` } : { opacity: share / 100 }}
            />
          </div>
        )}
      </div>
    </>
  );
}

function Figure({ url, caption }: { url: string; caption: string }) {
  const [size, setSize] = useState('');
  return (
    <figure>
      <img
        src={url}
        alt={caption}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setSize(`${naturalWidth} × ${naturalHeight}`)}
      />
      <figcaption className="muted small">
        {caption} {size}
      </figcaption>
    </figure>
  );
}

interface PictureSource {
  version: string;
  side: PictureSide;
  load: LoadPicture;
  isEnabled: boolean;
}

/** The address of a loaded picture; undefined if the side has none. */
function usePicture(file: DiffEntry, { version, side, load, isEnabled }: PictureSource) {
  const { data, isPending } = useQuery({
    queryKey: ['picture', version, side, side === 'old' ? file.old_path : file.new_path],
    queryFn: () => load(file, side),
    staleTime: Infinity,
    enabled: isEnabled,
  });
  const url = useMemo(
    () => data && URL.createObjectURL(new Blob([data], { type: pictureTypeOf(file.new_path) ?? data.type })),
    [data, file.new_path],
  );
  useEffect(() => () => void (url !== undefined && URL.revokeObjectURL(url)), [url]);
  return { url, isPending: isEnabled && isPending };
}
