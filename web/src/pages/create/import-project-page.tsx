/** Creates a project from an archive and shows the progress. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { Main } from '#components/page/main';
import { file, line } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { Section } from '#components/settings/section';
import { Loaded } from '#components/states';
import { exportKeys, importProject, getProjectImport } from '#data/exports';
import { projectPath } from '#lib/paths';
import { useTitle } from '#lib/use-title';

const REFRESH_MS = 2000;

const fields = {
  path: line(t`Path`, { isRequired: true, hint: t`The project in addresses.` }),
  namespace: line(t`Owner`, { hint: t`Path of a group. Empty: you.` }),
  file: file(t`Archive`, '.gz,.tgz', { isRequired: true, hint: t`An export of a project.` }),
};

/** Shows the form, and the progress of the import in the address. */
export function ImportProjectPage() {
  useTitle(t`Import a project`);
  const [params, setParams] = useSearchParams();
  const project = params.get('project');
  return (
    <Main>
      <div className="page-header">
        <h1>
          <Trans>Import a project</Trans>
        </h1>
      </div>
      {project === null ? (
        <FieldsForm
          fields={fields}
          button={t`Import project`}
          isReady={(values) => values.file !== null}
          submit={async ({ path, namespace, file: archive }) => {
            const form = {
              path,
              ...(namespace !== '' && { namespace }),
              ...(archive && { file: archive }),
            };
            setParams({ project: String(await importProject(form)) });
          }}
        />
      ) : (
        <ImportProgress project={project} />
      )}
    </Main>
  );
}

const texts: Record<string, string> = {
  scheduled: t`The import waits to be started.`,
  started: t`The project is being imported.`,
  finished: t`The project was imported.`,
  failed: t`The import failed.`,
};

function ImportProgress({ project }: { project: string }) {
  const query = useQuery({
    queryKey: exportKeys.import(project),
    queryFn: () => getProjectImport(project),
    refetchInterval: ({ state }) =>
      state.data?.import_status === 'finished' || state.data?.import_status === 'failed' ? false : REFRESH_MS,
  });
  return (
    <Loaded query={query} lines={2}>
      {(state) => (
        <Section title={state.path_with_namespace}>
          <p role="status">{texts[state.import_status] ?? state.import_status}</p>
          {state.import_error && <p className="field-error">{state.import_error}</p>}
          {state.failed_relation_count > 0 && (
            <>
              <p>{t`Parts of the archive were left out: ${state.failed_relation_count}`}</p>
              <ul>
                {state.failed_relations.map(({ id, exception_message: message }) => (
                  <li key={id}>{message}</li>
                ))}
              </ul>
            </>
          )}
          {state.import_status === 'finished' && (
            <div>
              <Link className="button button-primary" to={projectPath(state.path_with_namespace)}>
                <Trans>Open project</Trans>
              </Link>
            </div>
          )}
        </Section>
      )}
    </Loaded>
  );
}
