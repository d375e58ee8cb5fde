/** Edits, creates, uploads and deletes files: one commit to a branch, or to a new one. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';
import { projectCrumbs } from '#components/page/crumbs';
import { Main } from '#components/page/main';
import { Loaded, Loading } from '#components/states';
import { useProject } from '#data/project-context';
import { useTitle } from '#lib/use-title';
import { useFile } from './blob-page';
import { FileEditor } from './file-editor';
import { Uploader } from './uploader';
import { useFileAddress } from './use-file-address';

/** Edits the file of the address. */
export function EditFilePage() {
  const project = useProject();
  const address = useFileAddress();
  const query = useFile(address);
  useTitle(t`Edit`, address?.path, project.name_with_namespace);
  return (
    <Main crumbs={[...projectCrumbs(project), { text: t`Edit a file` }]}>
      <div className="page-header">
        <h1>
          <Trans>Edit a file</Trans>
        </h1>
      </div>
      <Loaded query={query} lines={14}>
        {(file) => (address ? <FileEditor address={address} file={file} /> : <Loading />)}
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
  useTitle(isUpload ? t`Upload files` : t`New file`, project.name_with_namespace);
  return (
    <Main crumbs={[...projectCrumbs(project), { text: isUpload ? t`Upload files` : t`New file` }]}>
      <div className="page-header">
        <h1>{isUpload ? t`Upload files` : t`New file`}</h1>
      </div>
      {address ? isUpload ? <Uploader address={address} /> : <FileEditor address={address} /> : <Loading />}
    </Main>
  );
}
