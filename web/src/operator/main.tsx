import '../lib/page/trusted-types.ts';
import './operator.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { keepTextsReplaced } from '../lib/page/replaced-texts.ts';
import { OperatorScreen } from './operator.screen.tsx';

const root = document.querySelector('#root');
if (!root) throw new Error('the page has no #root');

keepTextsReplaced();
createRoot(root).render(
  <StrictMode>
    <OperatorScreen />
  </StrictMode>,
);
