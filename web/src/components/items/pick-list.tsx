/** A field of a detail page whose values are picked from a list. */
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import styles from './items.module.css';

/** An entry of the list. */
export interface Choice {
  value: number | string;
  text: string;
  hint?: string;
}

interface PickListProps {
  label: string;
  choices: readonly Choice[] | undefined;
  chosen: readonly (number | string)[];
  /** Only one value; choosing it again removes it. */
  isSingle?: boolean;
  canEdit: boolean;
  isBusy?: boolean;
  /** Called when the list is opened or its search changes, to load the choices. */
  onOpen?: () => void;
  onSearch?: (text: string) => void;
  change: (chosen: (number | string)[]) => void;
  /** The present values. */
  children: ReactNode;
}

/** Shows the values, and the list when the visitor edits them. */
export function PickList(props: PickListProps) {
  const { label, choices, chosen, isSingle = false, canEdit, isBusy = false, change, children } = props;
  const [isOpen, setIsOpen] = useState(false);
  const [search, setSearch] = useState('');
  const id = useId();
  const shown = choices?.filter(({ text, hint }) =>
    `${text} ${hint ?? ''}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const toggle = (value: number | string): void => {
    const isChosen = chosen.includes(value);
    if (isSingle) change(isChosen ? [] : [value]);
    else change(isChosen ? chosen.filter((entry) => entry !== value) : [...chosen, value]);
  };
  return (
    <SideField
      label={label}
      canEdit={canEdit}
      isOpen={isOpen}
      toggle={() => {
        if (!isOpen) props.onOpen?.();
        setIsOpen(!isOpen);
      }}
      display={children}
    >
      <input
        className="input"
        type="search"
        ref={focus}
        aria-label={t`Search: ${label}`}
        placeholder={t`Search`}
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          props.onSearch?.(event.target.value);
        }}
        onKeyDown={(event) => {
          const first = shown?.[0];
          if (event.key !== 'Enter' || !first || search.trim() === '') return;
          // The form around it is not sent.
          event.preventDefault();
          toggle(first.value);
          setSearch('');
        }}
      />
      <ul className={styles.pickList} aria-label={label} aria-busy={choices === undefined}>
        {shown?.map(({ value, text, hint }) => (
          <li key={value}>
            <label className="checkbox">
              <input
                type={isSingle ? 'radio' : 'checkbox'}
                name={id}
                checked={chosen.includes(value)}
                disabled={isBusy}
                onClick={() => isSingle && chosen.includes(value) && toggle(value)}
                onChange={() => toggle(value)}
              />
              <span>
                {text} {hint !== undefined && <span className="muted small">{hint}</span>}
              </span>
            </label>
          </li>
        ))}
        {shown?.length === 0 && (
          <li className="muted small">
            <Trans>Nothing found.</Trans>
          </li>
        )}
      </ul>
    </SideField>
  );
}

/** The visitor has just opened the list. */
function focus(input: HTMLInputElement | null): void {
  input?.focus();
}

interface SideFieldProps {
  label: string;
  canEdit: boolean;
  isOpen: boolean;
  toggle: () => void;
  display: ReactNode;
  /** The editor, shown while the field is open. */
  children?: ReactNode;
}

/** A field with a button that opens its editor. */
export function SideField({ label, canEdit, isOpen, toggle, display, children }: SideFieldProps) {
  const button = useRef<HTMLButtonElement>(null);
  const closeOnEscape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    toggle();
    button.current?.focus();
  };
  return (
    <section className={styles.sideField}>
      <div className="row between">
        <h2>{label}</h2>
        {canEdit && (
          <button
            ref={button}
            type="button"
            className="button button-plain button-small"
            aria-expanded={isOpen}
            aria-label={isOpen ? t`Close: ${label}` : t`Edit: ${label}`}
            onClick={toggle}
          >
            {isOpen ? t`Close` : t`Edit`}
          </button>
        )}
      </div>
      <div className={styles.sideValue}>{display}</div>
      {isOpen && (
        <div className="stack-small" role="presentation" onKeyDown={closeOnEscape}>
          {children}
        </div>
      )}
    </section>
  );
}

interface SideInputProps {
  label: string;
  type: 'date' | 'number' | 'text';
  value: string;
  canEdit: boolean;
  hint?: string;
  save: (value: string) => Promise<boolean>;
  submitText?: string;
  children: ReactNode;
}

/** A field that is edited by an input. */
export function SideInput({ label, type, value, canEdit, hint, save, submitText = t`Save`, children }: SideInputProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState(value);
  const id = useId();
  return (
    <SideField
      label={label}
      canEdit={canEdit}
      isOpen={isOpen}
      toggle={() => {
        setText(value);
        setIsOpen(!isOpen);
      }}
      display={children}
    >
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault();
          void save(text).then((isSaved) => isSaved && setIsOpen(false));
        }}
      >
        <input
          className="input"
          type={type}
          min={type === 'number' ? 0 : undefined}
          aria-label={label}
          {...(hint !== undefined && { 'aria-describedby': id, placeholder: hint })}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit" className="button button-small">
          {submitText}
        </button>
      </form>
      {hint !== undefined && (
        <span className="field-hint" id={id}>
          {hint}
        </span>
      )}
    </SideField>
  );
}
