/** Why a guarded connection gave nothing. `reason` is for people. */
export interface Failed {
  kind: 'failed';
  reason: string;
  cause: 'dns' | 'refused-address' | 'connection' | 'timeout' | 'too-large' | 'protocol';
}

export function failed(cause: Failed['cause'], reason: string): Failed {
  return { kind: 'failed', reason, cause };
}
