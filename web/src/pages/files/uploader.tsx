/** Uploads files to a folder: chosen, or dropped on the page. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Trash2, Upload } from 'lucide-react';
import { useId, useState, type DragEvent } from 'react';
import type { FileAddress } from '#data/files';
import { sizeText } from '#lib/format';
import { showError } from '#lib/messages';
import { CommitForm, type FileAction } from './commit-form';
import { uploadMessage } from './commit-messages';
import styles from './uploader.module.css';

/** A file that was read. */
interface ReadFile {
  name: string;
  size: number;
  /** Base64. */
  content: string;
}

/** The API refuses larger requests; base64 takes a third more. */
const MAX_BYTES = 70 * 1024 * 1024;

/** Shows the drop zone, the chosen files, and the form of the commit. */
export function Uploader({ address }: { address: FileAddress }) {
  const [files, setFiles] = useState<ReadFile[]>([]);
  const [isReading, setIsReading] = useState(false);
  const [isOver, setIsOver] = useState(false);
  const input = useId();
  const add = async (chosen: FileList | null): Promise<void> => {
    const added = [...(chosen ?? [])];
    const total = [...files, ...added].reduce((sum, { size }) => sum + size, 0);
    if (total > MAX_BYTES) {
      showError(t`The files are larger than ${sizeText(MAX_BYTES)}. Push them with git.`);
      return;
    }
    setIsReading(true);
    try {
      const read = await Promise.all(added.map(readFile));
      const names = new Set(read.map(({ name }) => name));
      setFiles((before) => [...before.filter(({ name }) => !names.has(name)), ...read]);
    } catch {
      // A folder has no content.
      showError(t`A file could not be read. Folders can be pushed with git.`);
    } finally {
      setIsReading(false);
    }
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    void add(event.dataTransfer.files);
  };
  const prefix = address.path === '' ? '' : `${address.path}/`;
  const actions = files.map(({ name, content }): FileAction => ({
    action: 'create',
    file_path: `${prefix}${name}`,
    content,
    encoding: 'base64',
  }));
  const only = actions.length === 1 ? actions[0] : undefined;
  return (
    <div className="stack">
      <label
        htmlFor={input}
        className={`${styles.zone}${isOver ? ` ${styles.isOver}` : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <Upload size={24} aria-hidden="true" />
        <span>
          <Trans>
            Drop files here, or <span className={styles.choose}>choose files</span>
          </Trans>
        </span>
        <span className="muted small">
          {t`They are added to ${address.path === '' ? t`the root folder` : address.path}.`}
        </span>
        <input
          id={input}
          className="visually-hidden"
          type="file"
          multiple
          aria-label={t`Files`}
          onChange={(event) => {
            void add(event.target.files);
            // The same file can be chosen again after it was removed.
            event.target.value = '';
          }}
        />
      </label>
      {files.length > 0 && (
        <ul className="card list" aria-label={t`Chosen files`}>
          {files.map(({ name, size }) => (
            <li key={name}>
              <span className="mono grow truncate">{`${prefix}${name}`}</span>
              <span className="muted small">{sizeText(size)}</span>
              <button
                type="button"
                className="button button-plain button-icon button-small"
                aria-label={t`Remove ${name}`}
                onClick={() => setFiles((before) => before.filter((file) => file.name !== name))}
              >
                <Trash2 size={14} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <CommitForm
        address={address}
        actions={actions}
        isReady={actions.length > 0 && !isReading}
        message={uploadMessage(files.map(({ name }) => name))}
        target={only ? { page: 'blob', path: only.file_path } : { page: 'tree', path: address.path }}
        onDone={() => undefined}
      />
    </div>
  );
}

function readFile(file: File): Promise<ReadFile> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () =>
      resolve({ name: file.name, size: file.size, content: String(reader.result).replace(/^[^,]*,/, '') });
    reader.onerror = () => reject(new Error(`${file.name} cannot be read`));
    reader.readAsDataURL(file);
  });
}
