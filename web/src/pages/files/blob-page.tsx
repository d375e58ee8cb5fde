/** A file of the repository. */
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Download, FileCode, Pencil, TextSelect } from 'lucide-react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { CodeView, linesOfHash } from '#components/code/code-view';
import { CopyButton } from '#components/copy-button';
import { pictureTypeOf } from '#components/html';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { Failure, Loaded, Loading } from '#components/states';
import { useMayPush } from '#data/access';
import { fileKeys, downloadFrom, fetchBlob, rawAddress, type FileAddress } from '#data/files';
import { usePageSettings } from '#data/page-settings';
import { useProject } from '#data/project-context';
import { getFile } from '#data/repository';
import { sizeText } from '#lib/format';
import { showError } from '#lib/messages';
import { projectPath } from '#lib/paths';
import { keepsScroll } from '#lib/use-scroll-positions';
import { useTitle } from '#lib/use-title';
import { codeNavigationAddress } from './code-navigation';
import { decodeFile, type FileContent, withLargeContent } from './decode-file';
import { FileLock } from './file-lock';
import { markdownName, notebookName } from './file-names';
import { FileToolbar } from './file-toolbar';
import { LastCommit } from './last-commit';
import { MarkdownFile } from './markdown-file';
import { NotebookFile } from './notebook-file';
import { Picture } from './picture';
import { useFileAddress } from './use-file-address';
import { usePermalink } from './use-permalink';
import { WithFileTree } from './with-file-tree';
import styles from './files.module.css';

/** A larger file that is stored in LFS is not loaded to be shown. */
const MAX_SHOWN_BYTES = 1024 * 1024;

/** The query of a file with its content. */
export function useFile(address: FileAddress | undefined) {
  const { id } = useProject();
  return useQuery({
    queryKey: fileKeys.one(id, address?.ref, address?.path),
    queryFn: async () => {
      const { ref = '', path = '' } = address ?? {};
      const file = decodeFile(await getFile(id, path, { ref }));
      return file.largeFileSize !== undefined && file.largeFileSize <= MAX_SHOWN_BYTES
        ? withLargeContent(file, await fetchBlob(id, { ref, path }))
        : file;
    },
    enabled: address !== undefined,
    staleTime: 60_000,
  });
}

/** Shows the file of the address. */
export function BlobPage() {
  const project = useProject();
  const address = useFileAddress();
  const query = useFile(address);
  useTitle(address?.path, address?.ref, project.name_with_namespace);
  return (
    <Main crumbs={[...projectCrumbs(project), { text: t`Files` }]}>
      {address ? (
        <>
          <h1 className="visually-hidden">{address.path}</h1>
          <WithFileTree address={address} toolbar={<FileToolbar address={address} page="blob" />}>
            <div className="card">
              <LastCommit address={address} />
              <Loaded query={query} lines={16}>
                {(file) => <FileView file={file} address={address} />}
              </Loaded>
            </div>
          </WithFileTree>
        </>
      ) : (
        <Loading lines={12} />
      )}
    </Main>
  );
}

function FileView({ file, address }: { file: FileContent; address: FileAddress }) {
  const [params, setParams] = useSearchParams();
  const canRender = file.text !== undefined && (markdownName.test(address.path) || notebookName.test(address.path));
  const isSource = params.has('plain');
  const isRendered = canRender && !isSource;
  return (
    <>
      <FileActions file={file} address={address}>
        {canRender && (
          <div className="button-group" role="group" aria-label={t`View`}>
            <button
              type="button"
              className="button button-small"
              aria-pressed={isRendered}
              onClick={() => setParams({}, { replace: true, state: keepsScroll })}
            >
              <TextSelect size={14} aria-hidden="true" /> <Trans>Preview</Trans>
            </button>
            <button
              type="button"
              className="button button-small"
              aria-pressed={isSource}
              onClick={() => setParams({ plain: '1' }, { replace: true, state: keepsScroll })}
            >
              <FileCode size={14} aria-hidden="true" /> <Trans>Source</Trans>
            </button>
          </div>
        )}
      </FileActions>
      <FileBody file={file} address={address} isRendered={isRendered} />
    </>
  );
}

function FileBody({ file, address, isRendered }: { file: FileContent; address: FileAddress; isRendered: boolean }) {
  if (pictureTypeOf(address.path) !== undefined)
    return (
      <div className={styles.filePicture}>
        <Picture address={address} />
      </div>
    );
  if (file.largeFileSize !== undefined && file.largeFileSize > MAX_SHOWN_BYTES)
    return (
      <p className="empty">
        <Trans>This file is stored in LFS. Download it to see its content.</Trans>
      </p>
    );
  if (file.text === undefined)
    return (
      <p className="empty">
        <Trans>This file is binary. Download it to see its content.</Trans>
      </p>
    );
  if (file.text === '')
    return (
      <p className="empty">
        <Trans>This file is empty.</Trans>
      </p>
    );
  if (isRendered && notebookName.test(address.path)) return <NotebookFile text={file.text} address={address} />;
  if (isRendered)
    return (
      <div className="card-body">
        <MarkdownFile text={file.text} address={address} />
      </div>
    );
  return (
    <div className={styles.fileCode}>
      <CodeView key={`${address.ref}/${address.path}`} text={file.text} fileName={address.path} />
    </div>
  );
}

interface FileActionsProps {
  file: FileContent;
  address: FileAddress;
  children: React.ReactNode;
}

function FileActions({ file, address, children }: FileActionsProps) {
  const project = useProject();
  const mayPush = useMayPush(project);
  const fullPath = project.path_with_namespace;
  const { ref, path } = address;
  const navigation = codeNavigationAddress(usePageSettings(), project, address);
  const permalink = usePermalink('blob', address, file.commitId) ?? '';
  const { hash } = useLocation();
  const isLarge = file.largeFileSize !== undefined;
  const lines = file.text === undefined ? undefined : file.text.split('\n').length - (file.text.endsWith('\n') ? 1 : 0);
  return (
    <div className="card-header row-wrap">
      <span className="muted small">
        {lines !== undefined && `${plural(lines, { one: '# line', other: '# lines' })} · `}
        {sizeText(file.largeFileSize ?? file.size)}
        {isLarge && ` · ${t`stored in LFS`}`}
      </span>
      <span className="grow" />
      <FileLock path={path} isLarge={isLarge} />
      {children}
      {file.text !== undefined && navigation !== undefined && (
        <a className="button button-small" href={navigation} rel="noopener noreferrer" target="_blank">
          <Trans>Code navigation</Trans>
        </a>
      )}
      {file.text !== undefined && (
        <>
          <CopyButton text={file.text} label={t`Copy the content`} />
          {!isLarge && (
            <Link className="button button-small" to={`${projectPath(fullPath, 'blame', ref, path)}${hash}`}>
              <Trans>Blame</Trans>
            </Link>
          )}
        </>
      )}
      <Link className="button button-small" to={projectPath(fullPath, 'raw', ref, path)}>
        <Trans>Raw</Trans>
      </Link>
      <div className="button-group" role="group" aria-label={t`Permalink`}>
        <Link className="button button-small" to={permalink} title={t`Address of this version (y)`}>
          <Trans>Permalink</Trans>
        </Link>
        <CopyButton
          text={`${window.location.origin}${permalink}`}
          label={linesOfHash(hash) ? t`Copy a link to the marked lines` : t`Copy the permalink`}
        />
      </div>
      {linesOfHash(hash) && project.issues_enabled && (
        <Link
          className="button button-small"
          to={`${projectPath(fullPath, 'issues', 'new')}?${new URLSearchParams({
            'issue[description]': `${window.location.origin}${permalink}\n\n`,
          }).toString()}`}
        >
          <Trans>New issue about the lines</Trans>
        </Link>
      )}
      {mayPush && file.text !== undefined && (
        <Link className="button button-small" to={projectPath(fullPath, 'edit', ref, path)}>
          <Pencil size={14} aria-hidden="true" /> <Trans>Edit</Trans>
        </Link>
      )}
      <button
        type="button"
        className="button button-small button-icon"
        aria-label={t`Download`}
        title={t`Download`}
        onClick={() => {
          downloadFrom(rawAddress(project.id, address), file.name).catch(showError);
        }}
      >
        <Download size={14} aria-hidden="true" />
      </button>
    </div>
  );
}

/** The content of a file as plain text, without anything around it. */
export function RawPage() {
  const address = useFileAddress();
  const query = useFile(address);
  useTitle(address?.path);
  if (query.error) return <Failure error={query.error} />;
  const { data: file } = query;
  return (
    <Main>
      {file && address && (
        <>
          <h1 className="visually-hidden">{address.path}</h1>
          <div className="toolbar">
            <FileToolbar address={address} page="blob" />
          </div>
          {file.text === undefined ? <Picture address={address} /> : <pre className={styles.rawText}>{file.text}</pre>}
        </>
      )}
    </Main>
  );
}
