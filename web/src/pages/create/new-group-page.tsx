/** Creates a group or subgroup. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { Main } from '#components/page/main';
import { line, text } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { groupKeys, createGroup, getGroup } from '#data/groups';
import { groupPath } from '#lib/paths';
import { useTitle } from '#lib/use-title';
import { visibilityField } from '#pages/settings/shared/visibility';

const fields = {
  name: line(t`Name`, { isRequired: true }),
  path: line(t`Path`, { hint: t`The group in addresses. Empty: made from the name.` }),
  description: text(t`Description`, { rows: 3 }),
  visibility: visibilityField,
};

/** Shows the form. The parameter `parent_id` makes it a subgroup. */
export function NewGroupPage() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const parentId = params.get('parent_id');
  const { data: parent } = useQuery({
    queryKey: groupKeys.one(parentId),
    queryFn: () => getGroup(parentId ?? ''),
    enabled: parentId !== null,
  });
  const title = parentId === null ? t`New group` : t`New subgroup`;
  useTitle(title);
  return (
    <Main {...(parent && { crumbs: [{ text: parent.full_name, to: groupPath(parent.full_path) }, { text: title }] })}>
      <div className="page-header">
        <h1>{title}</h1>
        <Link className="button" to="/groups/import">
          <Trans>Import an archive</Trans>
        </Link>
      </div>
      <FieldsForm
        fields={fields}
        {...(parent && { defaults: { visibility: parent.visibility } })}
        button={t`Create group`}
        submit={async ({ path, ...values }) => {
          const body = {
            ...values,
            path: path || pathOfName(values.name),
            ...(parentId !== null && { parent_id: parentId }),
          };
          const group = await createGroup(body);
          await navigate(groupPath(group.full_path));
        }}
      />
    </Main>
  );
}

/** Returns a name as a path: letters, digits and dashes. */
function pathOfName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
