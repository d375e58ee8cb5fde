/** The line above a file or folder: ref, path, and what can be done with it. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Download, FilePlus, FileSearch, History, Lock, Upload } from 'lucide-react';
import { Link } from 'react-router';
import { Menu } from '#components/menu';
import { RefMenu } from '#components/ref-menu';
import { useMayPush } from '#data/access';
import { archiveAddress, type FileAddress, downloadFrom } from '#data/files';
import { useProject } from '#data/project-context';
import { showError } from '#lib/messages';
import { projectPath } from '#lib/paths';
import { FilePath } from './file-path';

const archiveFormats = ['zip', 'tar.gz', 'tar.bz2', 'tar'];

/** Shows the line. `page` is kept when another ref is chosen. */
export function FileToolbar({ address, page }: { address: FileAddress; page: 'tree' | 'blob' | 'blame' }) {
  const project = useProject();
  const fullPath = project.path_with_namespace;
  const mayPush = useMayPush(project);
  const { ref, path } = address;
  return (
    <div className="toolbar">
      <RefMenu projectId={project.id} current={ref} to={(name) => projectPath(fullPath, page, name, path)} />
      <FilePath address={address} />
      <span className="grow" />
      <Link className="button button-small" to={projectPath(fullPath, 'find_file', ref)} title={t`Find a file (t)`}>
        <FileSearch size={14} aria-hidden="true" /> <Trans>Find a file</Trans>
      </Link>
      <Link className="button button-small" to={projectPath(fullPath, 'commits', ref, path)}>
        <History size={14} aria-hidden="true" /> <Trans>History</Trans>
      </Link>
      {page === 'tree' && (
        <>
          {project.lfs_enabled && (
            <Link className="button button-small" to={projectPath(fullPath, 'locks')}>
              <Lock size={14} aria-hidden="true" /> <Trans>Locks</Trans>
            </Link>
          )}
          {mayPush && (
            <Menu
              label={t`Add a file`}
              className="button button-small"
              button={
                <>
                  <FilePlus size={14} aria-hidden="true" /> <Trans>Add</Trans>
                </>
              }
            >
              <Link to={projectPath(fullPath, 'new', ref, path)}>
                <FilePlus size={15} aria-hidden="true" /> <Trans>New file</Trans>
              </Link>
              <Link to={`${projectPath(fullPath, 'new', ref, path)}?upload`}>
                <Upload size={15} aria-hidden="true" /> <Trans>Upload files</Trans>
              </Link>
            </Menu>
          )}
          <Menu
            label={t`Download`}
            className="button button-small"
            button={
              <>
                <Download size={14} aria-hidden="true" /> <Trans>Download</Trans>
              </>
            }
          >
            {archiveFormats.map((format) => (
              <button
                key={format}
                type="button"
                onClick={() => {
                  const archive = archiveAddress(project.id, ref, format);
                  downloadFrom(archive, `${project.path}-${ref.replaceAll('/', '-')}.${format}`).catch(showError);
                }}
              >
                {format}
              </button>
            ))}
          </Menu>
        </>
      )}
    </div>
  );
}
