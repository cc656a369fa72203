//! Connections that can be cut, so that a request fails after its execution and before its answer.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};

/// A listener whose connections can be cut.
#[derive(Debug)]
pub(crate) struct Wires(pub TcpListener);

/// A connection that can be cut.
#[derive(Debug)]
pub(crate) struct Wire {
    stream: TcpStream,
    knife: Arc<Knife>,
}

#[derive(Debug, Default)]
struct Knife {
    cut: AtomicBool,
    reset: AtomicBool,
    reader: Mutex<Option<Waker>>,
}

/// The handle on a request's connection, for its handler.
#[derive(Clone, Debug)]
pub(crate) struct Connection(Arc<Knife>);

impl Connection {
    /// Makes the connection end with a reset (RST) instead of FIN when it is dropped.
    pub fn end_with_reset(&self) {
        self.0.reset.store(true, Ordering::SeqCst);
    }

    /// Cuts the connection. The future never completes by itself; it is dropped with the connection's task.
    pub async fn cut(&self) {
        self.0.cut.store(true, Ordering::SeqCst);
        if let Some(reader) = self
            .0
            .reader
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
        {
            reader.wake();
        }
        std::future::pending().await
    }
}

impl Listener for Wires {
    type Io = Wire;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Wire, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.0).await;
        // Small frames are sent at once. A socket without this option works too.
        let _ = stream.set_nodelay(true);
        (
            Wire {
                stream,
                knife: Arc::default(),
            },
            address,
        )
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

impl Connected<IncomingStream<'_, Wires>> for Connection {
    fn connect_info(stream: IncomingStream<'_, Wires>) -> Self {
        Connection(Arc::clone(&stream.io().knife))
    }
}

impl Drop for Wire {
    fn drop(&mut self) {
        if self.knife.reset.load(Ordering::SeqCst) {
            // Without this option the peer sees a normal end, and a test for a reset fails.
            let _ = self.stream.set_zero_linger();
        }
    }
}

impl Wire {
    fn check(&self) -> io::Result<()> {
        if self.knife.cut.load(Ordering::SeqCst) {
            Err(io::ErrorKind::ConnectionAborted.into())
        } else {
            Ok(())
        }
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        *self
            .knife
            .reader
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Some(context.waker().clone());
        self.check()?;
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.check()?;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.check()?;
        Pin::new(&mut self.stream).poll_write_vectored(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
