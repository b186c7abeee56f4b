import { createComponent, type EventName } from '@lit/react';
import React from 'react';
import type { PublicView } from '../../contract/public-view.ts';
import { CpsDomain as Element } from './cps-domain.ts';

/** `<CpsDomain hostname="…" onStatus={…}>`: the element with its events as properties. */
export const CpsDomain = createComponent({
  tagName: 'cps-domain',
  elementClass: Element,
  react: React,
  events: {
    onStatus: 'cps-status' as EventName<CustomEvent<PublicView>>,
    onActive: 'cps-active' as EventName<CustomEvent<PublicView>>,
    onCopy: 'cps-copy' as EventName<CustomEvent<{ field: string }>>,
    onError: 'cps-error' as EventName<CustomEvent<{ status: number }>>,
  },
});
