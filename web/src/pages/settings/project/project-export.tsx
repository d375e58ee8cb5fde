import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Section } from '#components/settings/section';
import { Loaded } from '#components/states';
import { exportKeys, downloadProjectExport, getProjectExport, startProjectExport } from '#data/exports';
import { useProject } from '#data/project-context';
import { showError } from '#lib/messages';
import { useAction } from '#lib/use-action';

const REFRESH_MS = 3000;

const texts: Record<string, string> = {
  none: t`There is no archive.`,
  queued: t`The archive waits to be created.`,
  started: t`The archive is being created.`,
  finished: t`The archive is ready for one day.`,
  regeneration_in_progress: t`A new archive is being created; the earlier one can be downloaded.`,
};

const isRunning = (status: string | undefined): boolean =>
  status === 'queued' || status === 'started' || status === 'regeneration_in_progress';

/** Creates and downloads the archive of a project, which another instance can import. */
export function ProjectExport() {
  const { id, path } = useProject();
  const queryKey = exportKeys.ofProject(id);
  const query = useQuery({
    queryKey,
    queryFn: () => getProjectExport(id),
    refetchInterval: ({ state }) => (isRunning(state.data?.export_status) ? REFRESH_MS : false),
  });
  const { run, isBusy } = useAction(queryKey);
  return (
    <Section title={t`Export`} description={t`An archive with the repository, wiki, issues and merge requests.`}>
      <Loaded query={query} lines={1}>
        {({ export_status: status }) => (
          <>
            <p role="status">{texts[status] ?? status}</p>
            <div className="row row-wrap">
              <button
                type="button"
                className="button"
                disabled={isBusy || isRunning(status)}
                onClick={() => void run(() => startProjectExport(id, {}), t`The export was started.`)}
              >
                <Trans>Create archive</Trans>
              </button>
              {(status === 'finished' || status === 'regeneration_in_progress') && (
                <button
                  type="button"
                  className="button button-primary"
                  onClick={() => {
                    downloadProjectExport(id, `${path}.tar.gz`).catch(showError);
                  }}
                >
                  <Trans>Download archive</Trans>
                </button>
              )}
            </div>
          </>
        )}
      </Loaded>
    </Section>
  );
}
