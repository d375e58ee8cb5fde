/** Edits, creates, uploads and deletes files: one commit to a branch, or to a new one. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { Checkbox, FormError, TextArea, TextField } from '#components/form';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { Loaded, Loading } from '#components/states';
import { createCommit } from '#data/commits';
import type { FileAddress } from '#data/files';
import { useProject } from '#data/project-context';
import { showDone } from '#lib/messages';
import { projectPath } from '#lib/paths';
import { useTitle } from '#lib/use-title';
import { useFile } from './blob-page';
import type { FileContent } from './decode-file';
import { useFileAddress } from './use-file-address';
import './files.css';

/** A change of a file, as the API takes it. */
interface FileAction {
  action: 'create' | 'update' | 'delete' | 'move';
  file_path: string;
  previous_path?: string;
  content?: string;
  encoding?: 'text' | 'base64';
  last_commit_id?: string;
}

/** Edits the file of the address. */
export function EditFilePage() {
  const project = useProject();
  const address = useFileAddress();
  const query = useFile(address);
  useTitle('Edit', address?.path, project.name_with_namespace);
  return (
    <Main crumbs={[...projectCrumbs(project), { text: 'Edit a file' }]}>
      <div className="page-header">
        <h1>Edit a file</h1>
      </div>
      <Loaded query={query} lines={14}>
        {(file) => (address ? <Editor address={address} file={file} /> : <Loading />)}
      </Loaded>
    </Main>
  );
}

/** Creates or uploads files in the folder of the address. */
export function NewFilePage() {
  const project = useProject();
  const address = useFileAddress();
  const [params] = useSearchParams();
  const isUpload = params.has('upload');
  useTitle(isUpload ? 'Upload files' : 'New file', project.name_with_namespace);
  return (
    <Main crumbs={[...projectCrumbs(project), { text: isUpload ? 'Upload files' : 'New file' }]}>
      <div className="page-header">
        <h1>{isUpload ? 'Upload files' : 'New file'}</h1>
      </div>
      {address ? isUpload ? <Uploader address={address} /> : <Editor address={address} /> : <Loading />}
    </Main>
  );
}

const draftKey = (projectId: number, { ref, path }: FileAddress): string =>
  `forgemesh.draft ${projectId} ${ref} ${path}`;

function Editor({ address, file }: { address: FileAddress; file?: FileContent }) {
  const project = useProject();
  const key = draftKey(project.id, address);
  const folder = address.path === '' ? '' : `${address.path}/`;
  const [path, setPath] = useState(file ? address.path : folder);
  const original = file?.text ?? '';
  // Unsaved text survives a reload of the tab, and other pages.
  const [isRestored, setIsRestored] = useState(() => sessionStorage.getItem(key) !== null);
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? original);
  const change = (next: string): void => {
    setText(next);
    if (next === original) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, next);
  };
  const isChanged = text !== original || (file !== undefined && path !== address.path);
  const action: FileAction = file
    ? {
        action: path === address.path ? 'update' : 'move',
        file_path: path,
        ...(path !== address.path && { previous_path: address.path }),
        content: text,
        last_commit_id: file.lastCommitId,
      }
    : { action: 'create', file_path: path, content: text };
  return (
    <div className="stack">
      {isRestored && (
        <div className="notice" role="status">
          <span className="grow">This is your text that was not committed.</span>
          <button
            type="button"
            className="button button-small"
            onClick={() => {
              change(original);
              setIsRestored(false);
            }}
          >
            Discard it
          </button>
        </div>
      )}
      <TextField label="Path" required value={path} onChange={(event) => setPath(event.target.value)} />
      <TextArea
        label="Content"
        className="textarea editor"
        rows={22}
        spellCheck={false}
        wrap="off"
        value={text}
        onChange={(event) => change(event.target.value)}
      />
      <CommitForm
        address={address}
        actions={[action]}
        isReady={isChanged && path !== '' && !path.endsWith('/')}
        message={file ? `Update ${path}` : `Add ${path}`}
        target={path}
        onDone={() => sessionStorage.removeItem(key)}
      />
      {file && <DeleteForm address={address} file={file} />}
    </div>
  );
}

function DeleteForm({ address, file }: { address: FileAddress; file: FileContent }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen)
    return (
      <div>
        <button type="button" className="button button-danger" onClick={() => setIsOpen(true)}>
          Delete the file …
        </button>
      </div>
    );
  const action: FileAction = { action: 'delete', file_path: address.path, last_commit_id: file.lastCommitId };
  return (
    <section className="card card-body stack" aria-label="Delete the file">
      <h2>Delete the file</h2>
      <CommitForm
        address={address}
        actions={[action]}
        isReady
        message={`Delete ${address.path}`}
        target={undefined}
        onDone={() => undefined}
      />
    </section>
  );
}

function Uploader({ address }: { address: FileAddress }) {
  const [files, setFiles] = useState<{ name: string; content: string }[]>([]);
  const [isReading, setIsReading] = useState(false);
  const choose = async (chosen: FileList | null): Promise<void> => {
    setIsReading(true);
    setFiles(
      await Promise.all([...(chosen ?? [])].map(async (file) => ({ name: file.name, content: await base64Of(file) }))),
    );
    setIsReading(false);
  };
  const prefix = address.path === '' ? '' : `${address.path}/`;
  const actions = files.map(({ name, content }): FileAction => ({
    action: 'create',
    file_path: `${prefix}${name}`,
    content,
    encoding: 'base64',
  }));
  const names = files.map(({ name }) => name).join(', ');
  return (
    <div className="stack">
      <TextField
        label="Files"
        hint={`They are added to ${address.path === '' ? 'the root folder' : address.path}.`}
        type="file"
        multiple
        onChange={(event) => void choose(event.target.files)}
      />
      <CommitForm
        key={names}
        address={address}
        actions={actions}
        isReady={actions.length > 0 && !isReading}
        message={`Upload ${names}`}
        target={actions.length === 1 ? actions[0]?.file_path : undefined}
        onDone={() => undefined}
      />
    </div>
  );
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(new Error(`${file.name} cannot be read`));
    reader.readAsDataURL(file);
  });
}

interface CommitFormProps {
  address: FileAddress;
  actions: FileAction[];
  isReady: boolean;
  message: string;
  /** The file that is shown afterwards; undefined for the folder. */
  target: string | undefined;
  onDone: () => void;
}

function CommitForm({ address, actions, isReady, message, target, onDone }: CommitFormProps) {
  const project = useProject();
  const fullPath = project.path_with_namespace;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [written, setWritten] = useState<string>();
  const [branch, setBranch] = useState(address.ref);
  const [opensRequest, setOpensRequest] = useState(true);
  const isNew = branch.trim() !== address.ref;
  const mutation = useMutation({
    mutationFn: () =>
      createCommit(project.id, {
        branch: branch.trim(),
        commit_message: written ?? message,
        actions,
        ...(isNew && project.empty_repo === false && { start_branch: address.ref }),
      }),
    onSuccess: async () => {
      onDone();
      showDone('The changes were committed.');
      await client.invalidateQueries();
      const file = target === undefined ? address.path.split('/').slice(0, -1).join('/') : target;
      const request = new URLSearchParams({
        'merge_request[source_branch]': branch.trim(),
        'merge_request[target_branch]': address.ref,
      });
      void navigate(
        isNew && opensRequest && project.empty_repo === false
          ? `${projectPath(fullPath, 'merge_requests', 'new')}?${request.toString()}`
          : projectPath(fullPath, target === undefined ? 'tree' : 'blob', branch.trim(), file),
      );
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutation.mutate();
  };
  return (
    <form className="form" onSubmit={submit}>
      <FormError error={mutation.error} />
      <TextArea
        label="Commit message"
        rows={3}
        required
        value={written ?? message}
        onChange={(event) => setWritten(event.target.value)}
      />
      <TextField
        label="Branch"
        hint={isNew ? `It is created from ${address.ref}.` : 'Another name creates a new branch.'}
        required
        value={branch}
        onChange={(event) => setBranch(event.target.value)}
      />
      {isNew && (
        <Checkbox
          label="Open a merge request with these changes"
          checked={opensRequest}
          onChange={(event) => setOpensRequest(event.target.checked)}
        />
      )}
      <div className="row">
        <button type="submit" className="button button-primary" disabled={!isReady || mutation.isPending}>
          {mutation.isPending ? 'Committing …' : 'Commit changes'}
        </button>
        <button type="button" className="button" onClick={() => void navigate(-1)}>
          Cancel
        </button>
      </div>
    </form>
  );
}
