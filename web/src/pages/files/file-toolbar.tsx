/** The line above a file or folder: ref, path, and what can be done with it. */
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
      <Link className="button button-small" to={projectPath(fullPath, 'find_file', ref)} title="Find a file (t)">
        <FileSearch size={14} aria-hidden="true" /> Find a file
      </Link>
      <Link className="button button-small" to={projectPath(fullPath, 'commits', ref, path)}>
        <History size={14} aria-hidden="true" /> History
      </Link>
      {page === 'tree' && (
        <>
          {project.lfs_enabled && (
            <Link className="button button-small" to={projectPath(fullPath, 'locks')}>
              <Lock size={14} aria-hidden="true" /> Locks
            </Link>
          )}
          {mayPush && (
            <Menu
              label="Add a file"
              className="button button-small"
              button={
                <>
                  <FilePlus size={14} aria-hidden="true" /> Add
                </>
              }
            >
              <Link to={projectPath(fullPath, 'new', ref, path)}>
                <FilePlus size={15} aria-hidden="true" /> New file
              </Link>
              <Link to={`${projectPath(fullPath, 'new', ref, path)}?upload`}>
                <Upload size={15} aria-hidden="true" /> Upload files
              </Link>
            </Menu>
          )}
          <Menu
            label="Download"
            className="button button-small"
            button={
              <>
                <Download size={14} aria-hidden="true" /> Download
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
