/** The choice of a template for a description. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { loadDescriptionTemplate, useDescriptionTemplates, type TemplateType } from '#data/description-templates';
import { showError } from '#lib/messages';
import { SelectField } from '../form';

interface TemplateFieldProps {
  projectId: number;
  type: TemplateType;
  /** Template that the address names. */
  named: string | undefined;
  description: string;
  change: (description: string) => void;
}

/** Used for a description that is empty. */
const DEFAULT_TEMPLATE = 'default';

/** Fills the description from a template of the project; nothing if it has none. */
export function TemplateField({ projectId, type, named, description, change }: TemplateFieldProps) {
  const templates = useDescriptionTemplates(projectId, type);
  const [chosen, setChosen] = useState('');
  const [filled, setFilled] = useState('');
  const isFirst = useRef(true);
  const fill = (name: string, text: string): void => {
    setChosen(name);
    setFilled(text);
    change(text);
  };
  const load = (name: string): void => {
    loadDescriptionTemplate(projectId, type, name).then((text) => fill(name, text), showError);
  };
  const choose = (name: string): void => {
    const isWritten = description.trim() !== '' && description !== filled;
    if (isWritten && !window.confirm(t`Replace the description with the template?`)) return;
    if (name === '') fill('', '');
    else load(name);
  };
  const names = templates.data?.map(({ name }) => name);
  useEffect(() => {
    if (!names || !isFirst.current) return;
    isFirst.current = false;
    const wanted = (named ?? DEFAULT_TEMPLATE).toLowerCase();
    const initial = names.find((name) => name.toLowerCase() === wanted);
    if (initial !== undefined && description === '') load(initial);
  });
  if (!names || names.length === 0) return null;
  return (
    <SelectField label={t`Template`} value={chosen} onChange={(event) => choose(event.target.value)}>
      <option value="">
        <Trans context="template">None</Trans>
      </option>
      {names.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
