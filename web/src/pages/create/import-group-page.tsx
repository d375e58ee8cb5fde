/** Creates a group from an archive. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Main } from '#components/page/main';
import { file, line } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { importGroup } from '#data/exports';
import { useTitle } from '#lib/use-title';

const fields = {
  name: line(t`Name`, { isRequired: true }),
  path: line(t`Path`, { isRequired: true, hint: t`The group in addresses.` }),
  file: file(t`Archive`, '.gz,.tgz', { isRequired: true, hint: t`An export of a group.` }),
};

/** Shows the form. The group appears once the import is done. */
export function ImportGroupPage() {
  useTitle(t`Import a group`);
  return (
    <Main>
      <div className="page-header">
        <h1>
          <Trans>Import a group</Trans>
        </h1>
      </div>
      <FieldsForm
        fields={fields}
        button={t`Import group`}
        done={t`The import was started. The group appears when it is done.`}
        isReady={(values) => values.file !== null}
        submit={({ file: archive, ...form }) => importGroup({ ...form, ...(archive && { file: archive }) })}
      />
    </Main>
  );
}
