/** A field whose text is a parameter of the address. */
import { Trans } from '@lingui/react/macro';
import { useState, type FormEvent } from 'react';
import { useSearchParams } from 'react-router';

interface SearchFieldProps {
  label: string;
  /** Parameter of the address. */
  name?: string;
}

/** Shows the field; Enter searches. */
export function SearchField({ label, name = 'search' }: SearchFieldProps) {
  const [params, setParams] = useSearchParams();
  const current = params.get(name) ?? '';
  const [text, setText] = useState(current);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setParams((old) => {
      const next = new URLSearchParams(old);
      next.delete('page');
      if (text.trim() === '') next.delete(name);
      else next.set(name, text.trim());
      return next;
    });
  };
  return (
    <form role="search" aria-label={label} onSubmit={submit} className="row search-field">
      <input
        className="input"
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="button">
        <Trans>Search</Trans>
      </button>
    </form>
  );
}
