/** Creates a project: empty, with first files, or from the repository at an address. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { Checkbox, fieldError, FormError, SelectField, TextArea, TextField } from '#components/form';
import { Main } from '#components/page/main';
import { useCurrentUser } from '#data/current-user';
import { namespaceKeys, listNamespaces } from '#data/namespaces';
import { createProject } from '#data/projects';
import { listGitignores, listLicenses, templateKeys } from '#data/templates';
import { showError } from '#lib/messages';
import { projectPath } from '#lib/paths';
import { useTitle } from '#lib/use-title';
import { commitFirstFiles, hasFiles, type FirstFiles } from './first-files';
import { pathOfName } from './path-of-name';

const visibilities = ['private', 'internal', 'public'] as const;
type Visibility = (typeof visibilities)[number];

/** The page has no other purpose than its form. */
const focused = { autoFocus: true };

const noFiles: FirstFiles = { hasReadme: false, license: '', gitignore: '' };

/**
 * Shows the form. The parameter `namespace_id` chooses the group, `import` the form for an address.
 */
export function NewProjectPage() {
  useTitle(t`New project`);
  const [params] = useSearchParams();
  const isImport = params.has('import');
  const addressOf = (change: (next: URLSearchParams) => void): string => {
    const next = new URLSearchParams(params);
    change(next);
    return `?${next.toString()}`;
  };
  return (
    <Main>
      <div className="page-header">
        <h1>
          <Trans>New project</Trans>
        </h1>
      </div>
      <nav className="tabs" aria-label={t`How to begin`}>
        <Link to={addressOf((next) => next.delete('import'))} replace aria-current={isImport ? undefined : 'page'}>
          <Trans>New repository</Trans>
        </Link>
        <Link to={addressOf((next) => next.set('import', ''))} replace aria-current={isImport ? 'page' : undefined}>
          <Trans>Import from an address</Trans>
        </Link>
        <Link to="/projects/import">
          <Trans>Import an archive</Trans>
        </Link>
      </nav>
      <ProjectForm key={String(isImport)} isImport={isImport} namespace={params.get('namespace_id') ?? ''} />
    </Main>
  );
}

function ProjectForm({ isImport, namespace }: { isImport: boolean; namespace: string }) {
  const navigate = useNavigate();
  const user = useCurrentUser();
  const [name, setName] = useState('');
  const [enteredPath, setPath] = useState<string>();
  const [namespaceId, setNamespaceId] = useState(namespace);
  const [description, setDescription] = useState('');
  const [visibility, setVisibility] = useState<Visibility>('private');
  const [files, setFiles] = useState<FirstFiles>({ ...noFiles, hasReadme: true });
  const [importUrl, setImportUrl] = useState('');
  const { data: namespaces = [] } = useQuery({
    queryKey: namespaceKeys.all,
    queryFn: () => listNamespaces({ per_page: 100 }),
  });
  const groups = namespaces.filter(({ kind }) => kind === 'group');
  const path = enteredPath ?? pathOfName(name === '' && isImport ? nameOfAddress(importUrl) : name);
  const owner = groups.find(({ id }) => String(id) === namespaceId)?.full_path ?? user?.username ?? '';
  const mutation = useMutation({
    mutationFn: async () => {
      const project = await createProject({
        name: name.trim() === '' ? path : name.trim(),
        visibility,
        ...(path !== '' && { path }),
        ...(description !== '' && { description }),
        ...(namespaceId !== '' && { namespace_id: Number(namespaceId) }),
        ...(isImport && { import_url: importUrl.trim() }),
      });
      // The project exists now, whatever happens to its first files.
      if (!isImport && hasFiles(files)) await commitFirstFiles(project, files, user?.name ?? owner).catch(showError);
      return project;
    },
    onSuccess: ({ path_with_namespace: created }) =>
      navigate(isImport ? `/projects/import?${new URLSearchParams({ project: created })}` : projectPath(created)),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    mutation.mutate();
  };
  return (
    <form className="form" onSubmit={submit}>
      {isImport && (
        <TextField
          label={t`Address of the repository`}
          type="url"
          required
          {...focused}
          placeholder={t`https://git.example.com/group/project.git`}
          hint={t`For a private repository with a user and a password or token: https://user:token@git.example.com/…`}
          error={fieldError(mutation.error, 'import_url')}
          value={importUrl}
          onChange={(event) => setImportUrl(event.target.value)}
        />
      )}
      <TextField
        label={t`Name`}
        required={!isImport}
        {...(!isImport && focused)}
        error={fieldError(mutation.error, 'name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <SelectField label={t`Owner`} value={namespaceId} onChange={(event) => setNamespaceId(event.target.value)}>
        <option value="">
          <Trans>You</Trans>
        </option>
        {groups.map(({ id, full_path: fullPath }) => (
          <option key={id} value={id}>
            {fullPath}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t`Path`}
        hint={path === '' ? t`The project in addresses.` : `${window.location.origin}/${owner}/${path}`}
        required
        error={fieldError(mutation.error, 'path')}
        value={path}
        onChange={(event) => setPath(event.target.value)}
      />
      <TextArea
        label={t`Description`}
        rows={3}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      <SelectField
        label={t`Visible to`}
        error={fieldError(mutation.error, 'visibility_level')}
        value={visibility}
        onChange={(event) => setVisibility(visibilities.find((one) => one === event.target.value) ?? 'private')}
      >
        <option value="private">
          <Trans>Members (private)</Trans>
        </option>
        <option value="internal">
          <Trans>Signed-in users (internal)</Trans>
        </option>
        <option value="public">
          <Trans>Everybody (public)</Trans>
        </option>
      </SelectField>
      {!isImport && <FirstFilesFields files={files} change={setFiles} />}
      <FormError error={mutation.error} />
      <div>
        <button type="submit" className="button button-primary" disabled={mutation.isPending}>
          {isImport ? t`Import project` : t`Create project`}
        </button>
      </div>
    </form>
  );
}

interface FirstFilesFieldsProps {
  files: FirstFiles;
  change: (files: FirstFiles) => void;
}

function FirstFilesFields({ files, change }: FirstFilesFieldsProps) {
  const { data: licenses = [] } = useQuery({
    queryKey: templateKeys.licenses,
    queryFn: () => listLicenses({ per_page: 100 }),
    staleTime: Infinity,
  });
  const { data: gitignores = [] } = useQuery({
    queryKey: templateKeys.gitignores,
    queryFn: () => listGitignores({ per_page: 100 }),
    staleTime: Infinity,
  });
  return (
    <fieldset className="stack-small">
      <legend className="field-label">
        <Trans>First files</Trans>
      </legend>
      <Checkbox
        label={t`Add a README, so that the project can be cloned at once`}
        checked={files.hasReadme}
        onChange={(event) => change({ ...files, hasReadme: event.target.checked })}
      />
      <SelectField
        label={t`License`}
        value={files.license}
        onChange={(event) => change({ ...files, license: event.target.value })}
      >
        <option value="">
          <Trans context="license">None</Trans>
        </option>
        {licenses.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t`.gitignore`}
        hint={t`Files that git leaves out, by language or tool.`}
        value={files.gitignore}
        onChange={(event) => change({ ...files, gitignore: event.target.value })}
      >
        <option value="">
          <Trans context=".gitignore">None</Trans>
        </option>
        {gitignores.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </SelectField>
    </fieldset>
  );
}

/** Returns the last part of the address of a repository, without its ending. */
function nameOfAddress(address: string): string {
  return (/([^/:]+?)(?:\.git)?\/*$/.exec(address.trim())?.[1] ?? '').replace(/\?.*$/, '');
}
