import style from './wheel.module.css';

export const Wheel = () => <span className={style['wheel']} />;
