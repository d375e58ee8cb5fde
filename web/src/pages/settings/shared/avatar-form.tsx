import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Avatar } from '#components/avatar';
import { file } from '#components/settings/fields';
import { FieldsForm } from '#components/settings/fields-form';
import { Section } from '#components/settings/section';
import { useAction } from '#lib/use-action';

const DEFAULT_HINT = t`PNG, JPG or GIF, at most 200 KB.`;

interface AvatarFormProps {
  /** Title of the section. Default: that of the picture of a project, group or user. */
  title?: string;
  hint?: string;
  name: string;
  url: string | null;
  keys: readonly (readonly unknown[])[];
  /** Stores a picture; an empty text removes it. */
  save: (avatar: File | '') => Promise<unknown>;
}

/** Shows the picture of a project, group or user, and replaces or removes it. */
export function AvatarForm({ title = t`Picture`, hint = DEFAULT_HINT, name, url, keys, save }: AvatarFormProps) {
  const { run, isBusy } = useAction(...keys);
  return (
    <Section title={title}>
      <div className="row">
        <Avatar name={name} url={url} size={48} isSquare />
        {url !== null && (
          <button
            type="button"
            className="button button-small"
            disabled={isBusy}
            onClick={() => void run(() => save(''), t`The picture was removed.`)}
          >
            <Trans>Remove picture</Trans>
          </button>
        )}
      </div>
      <FieldsForm
        fields={{ avatar: file(t`New picture`, 'image/*', { hint, isRequired: true }) }}
        button={t`Upload picture`}
        done={t`The picture was saved.`}
        keys={keys}
        isReady={({ avatar }) => avatar !== null}
        submit={({ avatar }) => save(avatar ?? '')}
      />
    </Section>
  );
}
