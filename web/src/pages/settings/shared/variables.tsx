import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { check, choice, line, text } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { ManagedList } from '#components/settings/managed-list';
import type { Owner } from '#data/owner';
import { variableKeys, createVariable, deleteVariable, listVariables } from '#data/variables';

const fields = {
  key: line(t`Name`, { isRequired: true }),
  value: text(t`Value`, { rows: 2, isCode: true }),
  variable_type: choice(t`Type`, [
    { value: 'env_var', text: t`Variable` },
    { value: 'file', text: t`File` },
  ]),
  protected: check(t`Only for protected branches and tags`),
  masked: check(t`Hide the value in logs`),
};

/** The variables that pipelines of a project or group receive. */
export function Variables({ owner }: { owner: Owner }) {
  const queryKey = variableKeys.of(owner);
  return (
    <ManagedList
      title={t`Variables`}
      queryKey={queryKey}
      load={(page) => listVariables(owner, { page })}
      keyOf={({ key, environment_scope: scope }) => `${key} ${scope ?? ''}`}
      nameOf={({ key }) => key}
      empty={t`There are no variables.`}
      remove={({ key }) => deleteVariable(owner, key)}
      add={{
        title: t`Add a variable`,
        form: (
          <FieldsForm
            fields={fields}
            button={t`Add variable`}
            done={t`The variable was added.`}
            keys={[queryKey]}
            submit={(body) => createVariable(owner, body)}
          />
        ),
      }}
    >
      {(variable) => (
        <div className="row row-wrap">
          <code>{variable.key}</code>
          {variable.protected && (
            <span className="badge badge-green">
              <Trans>protected</Trans>
            </span>
          )}
          {variable.masked && (
            <span className="badge">
              <Trans>masked</Trans>
            </span>
          )}
          {variable.variable_type === 'file' && (
            <span className="badge">
              <Trans>file</Trans>
            </span>
          )}
        </div>
      )}
    </ManagedList>
  );
}
