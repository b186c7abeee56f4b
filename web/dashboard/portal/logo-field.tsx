import { useState } from 'react';
import { Action } from '../parts/action.tsx';
import { logoDataUrl } from './theme-preview.tsx';

const MAX_BYTES = 100_000;
const TYPES = ['image/png', 'image/webp'];

interface LogoFieldProps {
  logo: string | undefined;
  set: (logo: string | undefined) => void;
}

/** Reads an image file. It is sent when the theme is saved. */
export function LogoField({ logo, set }: LogoFieldProps) {
  const [problem, setProblem] = useState<string>();
  const take = async (file: File | undefined) => {
    if (!file) return;
    const wrong = problemOf(file);
    setProblem(wrong);
    if (wrong === undefined) set(await base64Of(file));
  };
  return (
    <div className="field">
      <label>
        <span>Logo: PNG or WebP, at most 100 kB</span>
        <input
          type="file"
          accept={TYPES.join()}
          onChange={({ target }) => {
            void take(target.files?.[0]);
            // Allows choosing the same file again.
            target.value = '';
          }}
        />
      </label>
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {logo !== undefined && (
        <div className="actions">
          <img className="logo" alt="The logo" src={logoDataUrl(logo)} />
          <Action onPress={() => set(undefined)}>Remove the logo</Action>
        </div>
      )}
    </div>
  );
}

function problemOf({ type, size }: File): string | undefined {
  if (!TYPES.includes(type)) return 'This is neither PNG nor WebP.';
  return size > MAX_BYTES
    ? `This has ${size.toLocaleString('en')} bytes: more than ${MAX_BYTES.toLocaleString('en')}.`
    : undefined;
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
