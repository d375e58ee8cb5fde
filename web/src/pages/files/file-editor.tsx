/** The form for the path and the text of a file. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { CodeEditor } from '#components/code-editor/code-editor';
import { TextField } from '#components/form';
import { Loading } from '#components/states';
import type { FileAddress } from '#data/files';
import { useProject } from '#data/project-context';
import { CommitForm, type FileAction } from './commit-form';
import { addMessage, deleteMessage, updateMessage } from './commit-messages';
import type { FileContent } from './decode-file';
import { markdownName } from './file-names';
import { MarkdownFile } from './markdown-file';

const TextChanges = lazy(async () => ({ default: (await import('#components/code-editor/text-changes')).TextChanges }));

const draftKey = (projectId: number, { ref, path }: FileAddress): string =>
  `forgemesh.draft ${projectId} ${ref} ${path}`;

const views = { edit: t`Edit`, preview: t`Preview`, changes: t`Changes` } as const;
type View = keyof typeof views;

/** Shows the form; without `file`, for a new file in the folder of the address. */
export function FileEditor({ address, file }: { address: FileAddress; file?: FileContent }) {
  const project = useProject();
  const key = draftKey(project.id, address);
  const folder = address.path === '' ? '' : `${address.path}/`;
  const [path, setPath] = useState(file ? address.path : folder);
  const original = file?.text ?? '';
  // Unsaved text survives a reload of the tab, and other pages.
  const [isRestored, setIsRestored] = useState(() => sessionStorage.getItem(key) !== null);
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? original);
  const [view, setView] = useState<View>('edit');
  const change = (next: string): void => {
    setText(next);
    if (next === original) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, next);
  };
  const isChanged = text !== original || (file !== undefined && path !== address.path);
  const canPreview = markdownName.test(path);
  const shownViews = (Object.keys(views) as View[]).filter((name) => name !== 'preview' || canPreview);
  return (
    <div className="stack">
      {isRestored && (
        <div className="notice" role="status">
          <span className="grow">
            <Trans>This is your text that was not committed.</Trans>
          </span>
          <button
            type="button"
            className="button button-small"
            onClick={() => {
              change(original);
              setIsRestored(false);
            }}
          >
            <Trans>Discard it</Trans>
          </button>
        </div>
      )}
      <TextField label={t`Path`} required value={path} onChange={(event) => setPath(event.target.value)} />
      <div className="button-group" role="group" aria-label={t`View`}>
        {shownViews.map((name) => (
          <button
            key={name}
            type="button"
            className="button button-small"
            aria-pressed={name === view}
            onClick={() => setView(name)}
          >
            {views[name]}
          </button>
        ))}
      </div>
      {/* The editor stays, with its history of changes. */}
      <div hidden={view !== 'edit'}>
        <CodeEditor label={t`Content`} value={text} onChange={change} fileName={path} isFocused={file !== undefined} />
      </div>
      {view === 'preview' && (
        <div className="card card-body">
          <MarkdownFile text={text} address={{ ref: address.ref, path }} />
        </div>
      )}
      {view === 'changes' && (
        <Suspense fallback={<Loading lines={8} />}>
          <TextChanges path={path} oldPath={file ? address.path : path} oldText={original} newText={text} />
        </Suspense>
      )}
      <CommitForm
        address={address}
        actions={[actionOf(path, text, { address, file })]}
        isReady={isChanged && path !== '' && !path.endsWith('/')}
        message={file ? updateMessage(path) : addMessage(path)}
        target={{ page: 'blob', path }}
        commitId={file?.commitId}
        onDone={() => sessionStorage.removeItem(key)}
      />
      {file && <DeleteForm address={address} file={file} />}
    </div>
  );
}

interface Original {
  address: FileAddress;
  file: FileContent | undefined;
}

function actionOf(path: string, content: string, { address, file }: Original): FileAction {
  if (!file) return { action: 'create', file_path: path, content };
  const update = { file_path: path, content, last_commit_id: file.lastCommitId };
  if (path === address.path) return { action: 'update', ...update };
  return { action: 'move', previous_path: address.path, ...update };
}

function DeleteForm({ address, file }: { address: FileAddress; file: FileContent }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen)
    return (
      <div>
        <button type="button" className="button button-danger" onClick={() => setIsOpen(true)}>
          <Trans>Delete the file …</Trans>
        </button>
      </div>
    );
  const action: FileAction = { action: 'delete', file_path: address.path, last_commit_id: file.lastCommitId };
  return (
    <section className="card card-body stack" aria-label={t`Delete the file`}>
      <h2>
        <Trans>Delete the file</Trans>
      </h2>
      <CommitForm
        address={address}
        actions={[action]}
        isReady
        message={deleteMessage(address.path)}
        target={{ page: 'tree', path: address.path.split('/').slice(0, -1).join('/') }}
        commitId={file.commitId}
        onDone={() => undefined}
      />
    </section>
  );
}
