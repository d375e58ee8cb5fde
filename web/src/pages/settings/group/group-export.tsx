import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Section } from '#components/settings/section';
import { downloadGroupExport, startGroupExport } from '#data/exports';
import { useGroup } from '#data/group-context';
import { showError } from '#lib/messages';
import { useAction } from '#lib/use-action';

/** Creates and downloads the archive of a group. The API does not report its progress. */
export function GroupExport() {
  const { id, path } = useGroup();
  const { run, isBusy } = useAction();
  return (
    <Section
      title={t`Export`}
      description={t`An archive with the group, its members, labels, milestones and epics. It can be downloaded for a day.`}
    >
      <div className="row row-wrap">
        <button
          type="button"
          className="button"
          disabled={isBusy}
          onClick={() => void run(() => startGroupExport(id), t`The export was started.`)}
        >
          <Trans>Create archive</Trans>
        </button>
        <button
          type="button"
          className="button"
          onClick={() => {
            downloadGroupExport(id, `${path}.tar.gz`).catch(showError);
          }}
        >
          <Trans>Download archive</Trans>
        </button>
      </div>
    </Section>
  );
}
