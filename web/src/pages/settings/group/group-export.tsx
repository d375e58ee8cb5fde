import { api, unwrap } from '#api/client';
import { Section } from '#components/settings/section';
import { useGroup } from '#data/group-context';
import { showError } from '#lib/messages';
import { useAction } from '#lib/use-action';
import { downloadFrom } from '#pages/files/raw-file';

/** Creates and downloads the archive of a group. The API does not report its progress. */
export function GroupExport() {
  const { id, path } = useGroup();
  const { run, isBusy } = useAction();
  const params = { path: { id: String(id) } };
  return (
    <Section
      title="Export"
      description="An archive with the group, its members, labels, milestones and epics. It can be downloaded for a day."
    >
      <div className="row row-wrap">
        <button
          type="button"
          className="button"
          disabled={isBusy}
          onClick={() =>
            void run(() => unwrap(api.POST('/api/v4/groups/{id}/export', { params })), 'The export was started.')
          }
        >
          Create archive
        </button>
        <button
          type="button"
          className="button"
          onClick={() => {
            downloadFrom(`/api/v4/groups/${id}/export/download`, `${path}.tar.gz`).catch(showError);
          }}
        >
          Download archive
        </button>
      </div>
    </Section>
  );
}
