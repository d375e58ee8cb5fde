/** Creates a group from an archive. */
import { Main } from '#components/page/main';
import { file, line } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { importGroup } from '#data/exports';
import { useTitle } from '#lib/use-title';

const fields = {
  name: line('Name', { isRequired: true }),
  path: line('Path', { isRequired: true, hint: 'The group in addresses.' }),
  file: file('Archive', '.gz,.tgz', { isRequired: true, hint: 'An export of a group.' }),
};

/** Shows the form. The group appears once the import is done. */
export function ImportGroupPage() {
  useTitle('Import a group');
  return (
    <Main>
      <div className="page-header">
        <h1>Import a group</h1>
      </div>
      <FieldsForm
        fields={fields}
        button="Import group"
        done="The import was started. The group appears when it is done."
        isReady={(values) => values.file !== null}
        submit={({ file: archive, ...form }) => importGroup({ ...form, ...(archive && { file: archive }) })}
      />
    </Main>
  );
}
