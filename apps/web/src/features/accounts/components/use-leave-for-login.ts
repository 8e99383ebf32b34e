import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

/** Milliseconds that a message is shown before the redirect to the sign-in (docs/specification.md, portal §9). */
export const leaveDelayMs = 3000;

/** Redirects to the sign-in three seconds after `isOver` became true. */
export function useLeaveForLogin(isOver: boolean, beforeLeaving?: () => void): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!isOver) return undefined;
    const timer = setTimeout(() => {
      beforeLeaving?.();
      void navigate('/login');
    }, leaveDelayMs);
    return () => clearTimeout(timer);
  }, [isOver, beforeLeaving, navigate]);
}
