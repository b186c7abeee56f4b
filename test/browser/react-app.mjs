import React from 'react';
import { createRoot } from 'react-dom/client';
import { CpsDomain } from '../../web/widget/react.ts';

// An integrator's page: the test calls `show` and reads `heard`.
const root = createRoot(document.querySelector('#app'));
const onStatus = ({ detail }) => window.heard.push(detail.url);
window.heard = [];
window.show = (hostname) => root.render(React.createElement(CpsDomain, { hostname, brand: 'Acme', onStatus }));
